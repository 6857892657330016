package goroutineleak

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var stopNeverCalled = &check.Check{
	Slug:       "stop-never-called",
	Title:      "value that runs a goroutine is made, and nothing ever stops it",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.Stops | check.RunsForever,
	Since:      "0.1.0",
	Run:        runStopNeverCalled,
}

// runStopNeverCalled reports
//
//	sessions := auth.NewSessions() // starts a goroutine that only Stop ends
//	serve(newRouter(sessions))     // and Stop is not called here, nor there
//
// for functions that muststop knows to start such a goroutine, in this package
// or another one, and for those that return a cleanup function which ends it.
// Silent once the value gets out of sight (it is returned to callers elsewhere,
// kept in a container, a package variable or an exported field, or given to
// another package), when the method is called anywhere, on any path, on what may
// be the value, where the maker goes on to wait for ever, in a library's types that
// stop nothing, in programs and functions that stop nothing, in those that run once when
// the program starts, as their documentation says, and in programs that are run by hand,
// as their paths say.
func runStopNeverCalled(p *check.Pass) {
	must := muststop.Of(p.Pass)
	if must.Empty() || p.ByHand() {
		return
	}
	runProvided(p, must)
	flow, names := ssaflow.Of(p.Pass), make(newNames)
	for _, fn := range flow.SSA.Funcs {
		if p.Quiet(fn.Pos()) || saysSo(fn) {
			continue
		}
		for _, instr := range calls(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			value, fact := must.Born(call)
			if fact == nil || muststop.HandsOn(fn, value, fact) != nil {
				continue
			}
			if forgotten(p, call, value, fact) && !lifetimesIn(p).startsOnce(fn) && !waitsForEver(call) && stopsOthers(p, fn) {
				reportNeverCalled(p, call, fact, names)
			}
		}
	}
}

// stopsOthers reports whether the program has an orderly end that leaves this
// value out. A library's user may have one; in a program, fn or the main function
// is asked whether it stops what it makes. A function that
// never returns may need the value for as long.
func stopsOthers(p *check.Pass, fn *ssa.Function) bool {
	if p.Pkg.Name() != "main" {
		return true
	}
	flow := ssaflow.Of(p.Pass)
	fn = topOf(fn)
	if !flow.Exits(nil).Reachable(fn) {
		return false
	}
	main := flow.SSA.Package.Func("main")
	return stopsSomething(fn) || main != nil && stopsSomething(main)
}

// waitsForEver reports whether select {} follows a call: what it has made is wanted
// for as long.
func waitsForEver(call *ssa.Call) bool {
	for instr := range ssaflow.Instrs(call.Parent()) {
		sel, ok := instr.(*ssa.Select)
		if ok && sel.Blocking && len(sel.States) == 0 && call.Block().Dominates(sel.Block()) {
			return true
		}
	}
	return false
}

// stopsSomething reports whether fn stops what it has made, as a habit: it defers
// one stop, makes two, or calls a function that ends more than one value. With
// one alone, the program knows what it does not stop.
func stopsSomething(fn *ssa.Function) bool {
	made := calls(fn)
	for _, lit := range fn.AnonFuncs {
		made = append(made, calls(lit)...)
	}
	stops := 0
	for _, call := range made {
		name := ssaflow.Callee(call.Common())
		method := name[strings.LastIndexByte(name, '.')+1:]
		if !slices.Contains(catalog.StopMethods, method) || strings.HasPrefix(name, "os/signal.") {
			continue
		}
		if stops++; stops > 1 || isDefer(call) || !strings.HasPrefix(name, "(") {
			return true
		}
	}
	return false
}

func isDefer(call ssa.CallInstruction) bool {
	_, ok := call.(*ssa.Defer)
	return ok
}

func reportNeverCalled(p *check.Pass, call *ssa.Call, fact *muststop.Fact, names newNames) {
	cur, ok := cursorAt(p, call.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		expr := c.Node().(*ast.CallExpr)
		holder := holderOf(p, c, fact)
		p.Report(check.Finding{
			At:      expr,
			Message: neverCalledText(p, expr, holder, fact),
			Trace:   []check.Hop{{Pos: expr.Pos(), Message: "made here; its goroutine starts at " + fact.Where}},
			Fix:     fixNeverCalled(p, c, holder, fact, names),
		})
		return
	}
}

func neverCalledText(p *check.Pass, call *ast.CallExpr, holder ast.Expr, fact *muststop.Fact) string {
	starter := p.Name(call.Fun)
	if fact.Cleanup {
		return fmt.Sprintf("nothing ever calls the cleanup function that %s returns: the goroutine it starts (%s) lives as long as the process",
			starter, fact.Where)
	}
	if holder == nil {
		return fmt.Sprintf("nothing ever calls %s on what %s returns: the goroutine it starts (%s) lives as long as the process",
			fact.Methods[0], starter, fact.Where)
	}
	return fmt.Sprintf("nothing ever calls %s.%s: the goroutine that %s starts (%s) lives as long as the process",
		p.Source(holder), fact.Methods[0], starter, fact.Where)
}
