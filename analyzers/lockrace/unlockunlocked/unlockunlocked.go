// Package unlockunlocked is the check lockrace/unlock-unlocked: lock is released that is
// not held, or not in that mode.
package unlockunlocked

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

//go:embed unlockunlocked.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "unlock-unlocked",
	Title:      "lock is released that is not held, or not in that mode",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.mu.Lock()
//	defer s.mu.Unlock()
//	if s.closed {
//		s.mu.Unlock()
//		return errClosed // the deferred call releases it again
//	}
//
// and its kin: a second release on the same path, and RUnlock for Lock or Unlock for RLock.
// Silent on a release without anything before it, since the caller may hold the lock, when
// anything on the path may acquire it, when a callee or a deferred literal has to do with
// it, and when the two may be locks of different objects.
func run(p *check.Pass) {
	for f := range source.Functions(p) {
		for _, u := range lockuse.FindUnheld(f) {
			reportUnheld(p, u)
		}
	}
	report.Report(p)
}

func reportUnheld(p *check.Pass, u lockuse.Unheld) {
	at, before := source.CallExpr(p, u.At), source.CallExpr(p, u.Before)
	if at == nil || before == nil {
		return
	}
	const fatal = "fatal error, which recover does not stop: "
	if u.Other {
		at = inLiteral(p, u, at)
		p.Report(check.Finding{
			At:      at,
			Message: fatal + fmt.Sprintf("%s releases what %s acquired at %s", p.Name(at.Fun), source.LockName(!u.Op.Read), p.Where(before.Pos(), at.Pos())),
			Trace:   []check.Hop{{Pos: before.Pos(), Message: "acquired here"}},
			Fix:     fixMode(p, u, at),
		})
		return
	}
	again := "the unlock at " + p.Where(at.Pos(), before.Pos()) + " releases it again"
	switch {
	case u.Exit != nil:
		again = "the unlock deferred at " + p.Where(at.Pos(), before.Pos()) + " releases it again"
	case at == before:
		again = "releases it again in the next iteration"
	}
	p.Report(check.Finding{
		At:      before,
		Message: fatal + fmt.Sprintf("%s releases the lock, and %s", p.Name(before.Fun), again),
		Trace:   []check.Hop{{Pos: at.Pos(), Message: "released again here"}},
		Fix:     fixAgain(p, u, at, before),
	})
}

// inLiteral returns the release itself, where at is the call of a deferred literal.
func inLiteral(p *check.Pass, u lockuse.Unheld, at *ast.CallExpr) *ast.CallExpr {
	if _, ok := ast.Unparen(at.Fun).(*ast.FuncLit); ok && u.Op.At.IsValid() {
		if inner := source.CallAt(p, u.Op.At); inner != nil {
			return inner
		}
	}
	return at
}
