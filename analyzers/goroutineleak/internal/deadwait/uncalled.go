package deadwait

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// uncalled returns the function without callers that keeps fn from ever being run: fn
// itself, or the one around it or above it. It returns nil if something may run fn. What is
// exported has callers elsewhere.
func uncalled(flow *ssaflow.Flow, fn *ssa.Function, depth int) *ssa.Function {
	fn = ssaflow.Outermost(fn)
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() || depth == 0 || lifetime.IsInit(fn) || fn.Name() == "main" {
		return nil
	}
	if _, declared := fn.Syntax().(*ast.FuncDecl); !declared {
		return nil
	}
	callers, complete := flow.Callers(fn)
	if !complete {
		return nil
	}
	dead := fn
	for _, call := range callers {
		above := uncalled(flow, call.Parent(), depth-1)
		if above == nil {
			return nil
		}
		dead = above
	}
	return dead
}

// neverRun returns the function without callers that all of the operations wait for, nil
// when one of them may be run, or there are none.
func neverRun(flow *ssaflow.Flow, ops []ssaflow.Op) *ssa.Function {
	var dead *ssa.Function
	if slices.ContainsFunc(ops, func(op ssaflow.Op) bool {
		dead = uncalled(flow, op.Fn(), 3)
		return dead == nil
	}) {
		return nil
	}
	return dead
}
