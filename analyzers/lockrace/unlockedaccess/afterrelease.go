package unlockedaccess

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/stale"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runAfterRelease reports
//
//	s.mu.Lock()
//	job := s.jobs[id]
//	s.mu.Unlock()
//	return job.state // written under s.mu
//
// also where another function has found the object. An object that was taken out of the container under
// the lock is safe. Writes are the matter of write-after-runlock.
func runAfterRelease(p *check.Pass, model *lockset.Package) {
	for _, s := range atomicity.StaleReads(model) {
		sel := source.SelectorAt(p, s.Pos)
		mu, lock := stale.Lock(p, s)
		if sel == nil || lock == nil || p.Quiet(s.Pos) || p.Reported(s.Pos) {
			continue
		}
		if says, wanted := p.Wanted(sel, guard.UnlockedReasons...); wanted {
			p.Safe(sel, p.Source(sel)+" after the unlock", verdict.Wanted, says)
			continue
		}
		if s.Taken {
			p.Safe(sel, p.Source(sel)+" after the unlock", verdict.Private, s.Read)
			continue
		}
		reportAfterRelease(p, s, sel, mu)
	}
}

func reportAfterRelease(p *check.Pass, s atomicity.Stale, sel *ast.SelectorExpr, mu string) {
	found := "found under it at " + p.Where(s.Read, sel.Pos())
	trace := []check.Hop{
		{Pos: s.Hold.Pos, Message: "found under this lock"},
		{Pos: s.Other.Pos, Message: "written under it here"},
	}
	for _, also := range s.Also[:min(len(s.Also), 2)] {
		trace = append(trace, check.Hop{Pos: also.Pos, Message: "also read without it here"})
	}
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("data race with %s, which holds %s: %s is read after its release, and %s was %s",
			p.Where(s.Other.Pos, sel.Pos()), mu, p.Source(sel), p.Source(sel.X), found),
		Trace:  trace,
		Doubts: s.Doubts,
		Fix:    stale.Protect(p, s),
	})
}
