// Package unguardedfield is the check lockrace/unguarded-field: a field that goroutines share is
// accessed without any lock.
package unguardedfield

import (
	"embed"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unguardedfield.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "unguarded-field",
	Title:      "variable that goroutines share is accessed without any lock",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (m *manager) start(name string, w *worker) {
//		m.workers[name] = w
//		go func() { w.run(); delete(m.workers, name) }()
//	}
//
// for fields and package variables that no code accesses under a lock. The evidence is a pair of
// accesses of which one writes, and which two goroutines make, or two requests. Safe is what comes
// before the start of the goroutine, or after a wait for it.
func run(p *check.Pass) {
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	reportTimers(p, model, false)
	for _, u := range unguarded.Races(model) {
		expr := nameAt(p, u)
		if expr != nil && !p.Quiet(u.Pos) && !p.Quiet(u.Other.Pos) && !p.Reported(u.Pos) && !p.Reported(u.Other.Pos) {
			report(p, u, expr)
		}
	}
	reportTimers(p, model, true)
	reportSent(p, model)
	reportLate(p, model)
}

// nameAt returns what is accessed, or the function that is called for it.
func nameAt(p *check.Pass, u *unguarded.Race) ast.Expr {
	if u.Called == nil {
		return source.NameAt(p, u.Pos)
	}
	return source.CalledAt(p, u.Pos)
}

func report(p *check.Pass, u *unguarded.Race, expr ast.Expr) {
	if _, ok := p.Wanted(expr, guard.UnlockedReasons...); ok {
		p.Safe(expr, p.Source(expr), verdict.Wanted, u.Pos)
		return
	}
	doubts := u.Doubts
	wakes := woken(p, u)
	if wakes != nil {
		doubts = append(doubts, check.Doubting(verdict.Woken, wakes.Pos()))
	}
	if p.SaysBeside(u.Pos, guard.UnlockedSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, u.Pos))
	}
	for _, a := range []*access.Access{u.Access, u.Other} {
		if at := guard.ForTests(a); at.IsValid() {
			doubts = append(doubts, check.Doubting(verdict.ForTests, at))
		}
	}
	if left := leftToCallers(u); left.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, left))
	}
	if mayOwn(u) {
		doubts = append(doubts, check.Doubting(verdict.OwnData, u.Other.Pos))
	}
	p.Report(check.Finding{
		At:      expr,
		Message: message(p, u, expr, wakes != nil),
		Trace:   trace(p, u, expr),
		Doubts:  doubts,
		Fix:     fix(p, u, expr),
	})
}

// leftToCallers returns the function of one of the two accesses whose documentation says that it is
// not for several goroutines.
func leftToCallers(u *unguarded.Race) token.Pos {
	for _, a := range []*access.Access{u.Access, u.Other} {
		for fn := a.Func.SSA; fn != nil; fn = fn.Parent() {
			if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && check.Says(decl.Doc, "not thread safe", "not thread-safe", "not safe for concurrent", "not goroutine safe", "not concurrency safe") {
				return decl.Pos()
			}
		}
	}
	return token.NoPos
}

// mayOwn reports whether one of the two sides may be all that uses what is accessed: nothing shows that what the
// other one does matters to it.
func mayOwn(u *unguarded.Race) bool {
	matters := u.Flag || u.Retested.IsValid() || crashes(u) || u.OnDemand() || u.Counts() || u.SetDefault() != nil || findsNil(u)
	return !matters && !u.Served && !u.Sure && !u.Blocks && !u.OneCaller()
}

// crashes reports whether both sides access elements of a map, on which the runtime ends the
// process.
func crashes(u *unguarded.Race) bool {
	_, isMap := u.Field.Type().Underlying().(*types.Map)
	return isMap && u.Content && u.Other.Content && !u.Length() && !u.Other.Length() // the runtime does not check len
}
