// Package stopnevercalled is the check goroutineleak/stop-never-called: value that starts
// a goroutine is made, and nothing stops it.
package stopnevercalled

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed stopnevercalled.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "stop-never-called",
	Title:      "value that starts a goroutine is made, and nothing stops it",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.Stops | check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	sessions := auth.NewSessions() // starts a goroutine that only Stop ends
//	serve(newRouter(sessions))     // and Stop is not called here, nor there
//
// for functions that muststop knows to start such a goroutine, in this package
// or another one, for those that return a cleanup function which ends it, and for
// schedulers of other modules.
// Safe when the method is called anywhere, on any path, on what may be the value. Where
// the value gets out of sight (it is returned to callers elsewhere, kept in a container,
// a package variable or an exported field, or given to what may stop it), nothing is
// proven. That the program has no orderly shutdown, and that the value is made once in
// its life, are doubts.
func run(p *check.Pass) {
	must := muststop.Of(p.Pass)
	if must.Empty() {
		return
	}
	runProvided(p, must)
	flow, names := ssaflow.Of(p.Pass), make(edit.NewNames)
	for _, fn := range flow.SSA.Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for _, instr := range ssainstr.Calls(fn) {
			value, fact := must.Born(instr)
			if value == nil || muststop.HandsOn(fn, value, fact) != nil {
				continue
			}
			judgeBorn(p, instr, value, fact, names)
		}
	}
}

// judgeBorn says what becomes of the value that a call puts under obligation.
func judgeBorn(p *check.Pass, call ssa.CallInstruction, value ssa.Value, fact *muststop.Fact, names edit.NewNames) {
	pos := call.Common().Pos()
	at := syntax.Keyword{At: pos, Text: "("}
	if said := lifetime.SaysSo(call.Parent()); said.IsValid() {
		p.Safe(at, "the value made here", verdict.Wanted, said)
		return
	}
	fate := fateOf(p, call, value, fact)
	if fate.Stopped {
		p.Safe(at, "the value made here", verdict.Ended, pos)
		return
	}
	if i := slices.IndexFunc(fate.Given, func(given ssa.CallInstruction) bool { return keeps(p, given) }); i >= 0 {
		p.Safe(at, "the value made here", verdict.HandedOver, fate.Given[i].Pos())
		return
	}
	lives := lifetime.LifetimesIn(p)
	doubts := lives.OfProgram(pos)
	unasked := len(doubts) > 0
	if fate.Gone {
		doubts = append(doubts, check.Doubting(verdict.OutOfSight, pos))
	}
	if len(fate.Given) > 0 {
		doubts = append(doubts, check.Doubting(verdict.UnknownCallee, fate.Given[0].Pos()))
	}
	if fact.Jobs && unasked || lives.StartsOnce(call.Parent()) || waitsForEver(call) || lives.ForeignOnce(call, fact) {
		doubts = append(doubts, check.Doubting(verdict.Lifetime, pos))
	}
	reportNeverCalled(p, call, fact, names, doubts)
}

// keeps reports whether a call passes the value to a package that stops such values.
func keeps(p *check.Pass, given ssa.CallInstruction) bool {
	return muststop.Of(p.Pass).Keeps(ssaflow.Object(given.Common()))
}

// waitsForEver reports whether select {} follows a call: what it has made is wanted
// for as long.
func waitsForEver(call ssa.CallInstruction) bool {
	for instr := range ssaflow.Instrs(call.Parent()) {
		sel, ok := instr.(*ssa.Select)
		if ok && sel.Blocking && len(sel.States) == 0 && call.Block().Dominates(sel.Block()) {
			return true
		}
	}
	return false
}

func reportNeverCalled(p *check.Pass, call ssa.CallInstruction, fact *muststop.Fact, names edit.NewNames, doubts []check.Doubt) {
	cur, ok := ssainstr.CursorAt(p, call.Common().Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		expr := c.Node().(*ast.CallExpr)
		holder := holderOf(p, c, fact)
		made := "made here; its goroutine starts at " + fact.Where
		if fact.Jobs {
			made = "started here"
		}
		p.Report(check.Finding{
			At:      expr,
			Message: neverCalledText(p, expr, holder, fact),
			Trace:   []check.Hop{{Pos: expr.Pos(), Message: made}},
			Doubts:  doubts,
			Fix:     fixNeverCalled(p, c, holder, fact, names),
		})
		return
	}
}

func neverCalledText(p *check.Pass, call *ast.CallExpr, holder ast.Expr, fact *muststop.Fact) string {
	starter := p.Name(call.Fun)
	if fact.Jobs {
		return fmt.Sprintf("jobs run during and after the shutdown: %[1]s starts them, and nothing calls %[2]s of the scheduler",
			starter, fact.Methods[0])
	}
	if fact.Cleanup {
		return fmt.Sprintf("the goroutine started at %[2]s is leaked: nothing calls the cleanup function that %[1]s returns",
			starter, fact.Where)
	}
	if holder == nil {
		return fmt.Sprintf("the goroutine started at %[3]s is leaked: nothing calls %[1]s on what %[2]s returns",
			fact.Methods[0], starter, fact.Where)
	}
	return fmt.Sprintf("the goroutine that %[3]s starts at %[4]s is leaked: nothing calls %[1]s.%[2]s",
		p.Source(holder), fact.Methods[0], starter, fact.Where)
}
