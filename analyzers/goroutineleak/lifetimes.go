package goroutineleak

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// lifetimes knows which goroutines of a package are meant to live as long as the
// process. What holds for all of them is found out once.
type lifetimes struct {
	p       *check.Pass
	flow    *ssaflow.Flow
	once    map[*ssa.Function]bool // run at most once
	lasting *lasting.Result
	ends    bool // the program comes to an end by itself
	serve   bool // until then it serves, or waits for a signal
}

func lifetimesIn(p *check.Pass) *lifetimes {
	flow := ssaflow.Of(p.Pass)
	l := &lifetimes{p: p, flow: flow, once: onceBodies(flow), lasting: lasting.Of(p.Pass)}
	l.ends, l.serve = program(p, flow)
	return l
}

// livesOn reports whether the goroutine that start begins is meant to live as long
// as the process: its documentation says so, who starts it waits for it and does nothing
// else, it looks after the runtime, code that
// runs once starts it, it works for a value that is made once, it is part of a
// program whose end cuts nothing off, it does nothing but tell a logger something from
// time to time, or it keeps house for the program or a package and changes nothing that
// lasts.
func (l *lifetimes) livesOn(start ssaflow.Start) bool {
	return l.ends && !l.serve || saidToLiveOn(start) || starterWaits(l.p, start) || tunes(l.flow, start.Bodies) || heartbeat(start.Bodies) || l.startsOnce(start.Instr.Parent()) || singleton(l.flow, start) ||
		(l.oncePerProgram(start.Instr.Parent(), 4) || ofPackage(start) || ofVariable(start)) && !l.changes(start.Bodies, 4, true)
}

// program reports whether the program comes to an end by itself, and whether it
// serves, or handles signals, until then. A library does not know, and has to
// assume both; the runtime ends with the process, and so do its goroutines.
func program(p *check.Pass, flow *ssaflow.Flow) (ends, served bool) {
	main := flow.SSA.Package.Func("main")
	if p.Pkg.Path() == "runtime" {
		return false, false
	}
	if p.Pkg.Name() != "main" || main == nil || main.Blocks == nil {
		return true, true
	}
	s := signals.Of(p.Pass)
	served = s.Asked() || slices.ContainsFunc(flow.SSA.Funcs, func(fn *ssa.Function) bool {
		obj, ok := fn.Object().(*types.Func)
		return ok && s.Serves(obj)
	})
	return flow.Exits(nil).Reachable(main), served
}

// startsOnce reports whether code in fn runs when the program starts, or once
// in its life: package initialization, or the function of a sync.Once.
func (l *lifetimes) startsOnce(fn *ssa.Function) bool {
	var runs func(fn *ssa.Function, depth int) bool
	runs = func(fn *ssa.Function, depth int) bool {
		if l.once[fn] || isInit(fn) {
			return true
		}
		callers, complete := l.flow.Callers(fn)
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
			if !catalog.OnceRunners[ssaflow.Callee(call.Common())] || oncePerOwner(call.Common()) {
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

// oncePerOwner reports whether what runs something once is a field of a value that is
// not the only one, as that of a variable of the package is: then it runs once for
// each.
func oncePerOwner(call *ssa.CallCommon) bool {
	field, ok := call.Args[0].(*ssa.FieldAddr)
	if !ok {
		return false
	}
	owner := callmatch.Named(field.X.Type())
	scope := field.Parent().Pkg.Pkg.Scope()
	return !slices.ContainsFunc(scope.Names(), func(name string) bool {
		v, ok := scope.Lookup(name).(*types.Var)
		return ok && (owner == nil || callmatch.Named(v.Type()) == owner)
	})
}

// isInit recognizes init functions and the package's initializer.
func isInit(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return fn.Synthetic == "package initializer" || ok && decl.Recv == nil && decl.Name.Name == "init"
}
