package goroutineleak

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// startsOnce reports whether code in fn runs when the program starts, or once
// in its life: package initialization, or the function of a sync.Once. A
// goroutine from there is meant to live as long as the process.
func startsOnce(p *check.Pass, fn *ssa.Function) bool {
	flow := ssaflow.Of(p.Pass)
	once := onceBodies(flow)
	var runs func(fn *ssa.Function, depth int) bool
	runs = func(fn *ssa.Function, depth int) bool {
		if once[fn] || isInit(fn) {
			return true
		}
		callers, complete := flow.Callers(fn)
		return complete && len(callers) > 0 && depth > 0 && !slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
			return !runs(c.Parent(), depth-1)
		})
	}
	return runs(fn, 3)
}

// onceBodies returns the functions that something like sync.Once runs.
func onceBodies(flow *ssaflow.Flow) map[*ssa.Function]bool {
	once := make(map[*ssa.Function]bool)
	for _, fn := range flow.SSA.Funcs {
		for _, call := range calls(fn) {
			if !catalog.OnceRunners[ssaflow.Callee(call.Common())] {
				continue
			}
			bodies, _ := flow.Bodies(call.Common().Args[len(call.Common().Args)-1])
			for _, b := range bodies {
				once[b] = true
			}
		}
	}
	return once
}

// isInit recognizes init functions and the package's initializer.
func isInit(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return fn.Synthetic == "package initializer" || ok && decl.Recv == nil && decl.Name.Name == "init"
}
