// Package lifetime determines how long a goroutine may run, and what is lost if it runs
// until the process exits.
package lifetime

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Lifetimes records which goroutines of a package are meant to run until the process exits.
// What holds for all of them is computed once.
type Lifetimes struct {
	p       *check.Pass
	flow    *ssaflow.Flow
	once    map[*ssa.Function]bool // run at most once
	lasting *lasting.Result
	ends    bool // the program comes to an end by itself
	serve   bool // until then it serves, or waits for a signal
	asked   bool // it waits for a signal
}

// LifetimesIn returns what is known of how long the goroutines of the package live.
func LifetimesIn(p *check.Pass) *Lifetimes {
	flow := ssaflow.Of(p.Pass)
	l := &Lifetimes{p: p, flow: flow, once: onceBodies(flow), lasting: lasting.Of(p.Pass)}
	l.program()
	return l
}

// Doubts returns what speaks against a report of the goroutine that start begins.
func (l *Lifetimes) Doubts(start ssaflow.Start) []check.Doubt {
	list := l.OfStart(start)
	if l.InMemory(start) {
		list = append(list, check.Doubting(verdict.MemoryOnly, start.Instr.Pos()))
	}
	return list
}

// OfStart returns what speaks against a report of the goroutine that start begins, whatever
// it works on.
func (l *Lifetimes) OfStart(start ssaflow.Start) []check.Doubt {
	at := start.Instr.Pos()
	list := l.OfProgram(at)
	if l.onceForAll(start) {
		list = append(list, check.Doubting(verdict.Lifetime, at))
	}
	if !l.wanted(start) && !l.Repeats(start.Instr, 4) {
		list = append(list, check.Doubting(verdict.Unwanted, at))
		if l.inEntry(start) {
			list = append(list, check.Doubting(verdict.Lifetime, at))
		}
	}
	return list
}

// inEntry reports whether a function Main of a library starts the goroutine, itself or by what nothing else
// calls: it is the body of the main of a program, and is called once.
func (l *Lifetimes) inEntry(start ssaflow.Start) bool {
	cur, ok := ssainstr.CursorAt(l.p, start.Instr.Pos())
	entry := func(name string) bool { return name == "Main" }
	return ok && l.p.Pkg.Name() != "main" && moment.Of(l.p.Pass, entry).OfNode(cur.Node()) == moment.Startup
}

// OfProgram returns the doubts about a report of anything at pos that runs until the
// process exits.
func (l *Lifetimes) OfProgram(pos token.Pos) []check.Doubt {
	switch {
	case l.p.Pkg.Path() == "runtime":
		return []check.Doubt{check.Doubting(verdict.Lifetime, pos)}
	case l.ends && !l.serve:
		return []check.Doubt{check.Doubting(verdict.ByHand, pos)}
	case !l.ends || !l.asked:
		return []check.Doubt{check.Doubting(verdict.NoShutdown, pos)}
	}
	return nil
}

// onceForAll reports whether the code shows that there is one such goroutine in the life
// of the process: it looks after the runtime, code that runs once starts it, it works for
// a value that is made once, it is what its starter serves with, or it takes in memory
// what the program sends it.
func (l *Lifetimes) onceForAll(start ssaflow.Start) bool {
	fn := start.Instr.Parent()
	return tunes(start.Bodies) || l.StartsOnce(fn) || singleton(l.flow, start) || starterWaits(l.p, start) ||
		ofVariable(start) && !l.changes(start.Bodies, 4) ||
		l.oncePerProgram(fn, 4) && l.exchanges(start.Bodies, 4) && !l.wanted(start)
}

// program determines whether the program ends by itself, and whether it serves, or handles
// signals, until then. For a library that is not known, and all of it is assumed; the
// runtime ends with the process, and so do its goroutines.
func (l *Lifetimes) program() {
	main := l.flow.SSA.Package.Func("main")
	if l.p.Pkg.Path() == "runtime" {
		return
	}
	if l.p.Pkg.Name() != "main" || main == nil || main.Blocks == nil {
		l.ends, l.serve, l.asked = true, true, true
		return
	}
	s := signals.Of(l.p.Pass)
	l.asked = s.Asked()
	l.serve = l.asked || slices.ContainsFunc(l.flow.SSA.Funcs, func(fn *ssa.Function) bool {
		obj, ok := fn.Object().(*types.Func)
		return ok && s.Serves(obj)
	})
	l.ends = l.flow.Exits(nil).Reachable(main)
}

// StartsOnce reports whether code in fn runs when the program starts, or once
// in its life: package initialization, or the function of a sync.Once.
func (l *Lifetimes) StartsOnce(fn *ssa.Function) bool {
	var runs func(fn *ssa.Function, depth int) bool
	runs = func(fn *ssa.Function, depth int) bool {
		if l.once[fn] || IsInit(fn) {
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
		for _, call := range ssainstr.Calls(fn) {
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

// IsInit recognizes init functions and the package's initializer.
func IsInit(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return fn.Synthetic == "package initializer" || ok && decl.Recv == nil && decl.Name.Name == "init"
}
