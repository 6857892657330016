// Package writeafterrunlock is the check lockrace/write-after-runlock: object found under
// a lock is written after the lock is released.
package writeafterrunlock

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/stale"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed writeafterrunlock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "write-after-runlock",
	Title:      "object found under a lock is written after the lock is released",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	m.mu.RLock()
//	conn := m.conns[id]
//	m.mu.RUnlock()
//	conn.lastUsed = time.Now() // others read and write it under m.mu
//
// also where another function has found the object for it. The evidence is the write and an
// access of another function under the lock. Safe is an object that has a lock of its own
// (unlocked-access looks at those), or that was taken out under the lock.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range atomicity.StaleWrites(model) {
		sel := source.SelectorAt(p, w.Pos)
		mu, lock := stale.Lock(p, w)
		if sel == nil || lock == nil || p.Quiet(w.Pos) {
			continue
		}
		says, wanted := p.Wanted(sel, guard.UnlockedReasons...)
		switch {
		case w.Taken:
			p.Safe(sel, p.Source(sel)+" after the unlock", verdict.Private, w.Read)
		case wanted:
			p.Safe(sel, p.Source(sel)+" after the unlock", verdict.Wanted, says)
		default:
			reportWriteAfterRUnlock(p, w, sel, mu)
		}
	}
}

func reportWriteAfterRUnlock(p *check.Pass, w atomicity.Stale, sel *ast.SelectorExpr, mu string) {
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("data race: %s is written after %s was released; %s was found under it at %s, and %d of %d other accesses of %s hold it",
			p.Source(sel), mu, p.Source(sel.X), p.Where(w.Read, sel.Pos()), w.Locked, w.Others, sel.Sel.Name),
		Trace: []check.Hop{
			{Pos: w.Hold.Pos, Message: "found under this lock"},
			{Pos: w.Other.Pos, Message: "accessed under it here"},
			{Pos: sel.Pos(), Message: "written without it"},
		},
		Doubts: w.Doubts,
		Fix:    stale.Protect(p, w),
	})
}
