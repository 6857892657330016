package unguardedfield

import (
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/selftimer"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportTimers reports
//
//	s.timer = time.AfterFunc(d, func() { …; s.timer.Reset(d) })
//
// where no lock keeps the read from coming before the assignment; those that run late, or the others.
func reportTimers(p *check.Pass, model *lockset.Package, late bool) {
	for _, r := range selftimer.Races(model) {
		pos := r.Read.X.Pos()
		name, set := source.NameAt(p, pos), source.NameAt(p, r.Store.Addr.Pos())
		if name == nil || set == nil || p.Quiet(set.Pos()) || r.Late != late || late && (p.ReportedLow(pos) || p.ReportedLow(set.Pos())) {
			continue
		}
		var doubts []check.Doubt
		if r.Late {
			doubts = append(doubts, check.Doubting(verdict.LateTimer, r.Call.Pos()))
		}
		if lockset.Contract(r.Store.Parent()) {
			doubts = append(doubts, check.Doubting(verdict.MaybeHeld, set.Pos()))
		}
		p.Report(check.Finding{
			At: set,
			Message: fmt.Sprintf("nil dereference or data race: the function of the timer reads %s at %s, perhaps before %s is assigned, and no common lock orders the two",
				p.Source(name), p.Where(pos, set.Pos()), p.Source(set)),
			Trace:  []check.Hop{{Pos: pos, Message: "read here, in the goroutine of the timer"}},
			Doubts: doubts,
		})
	}
}
