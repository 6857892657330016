package unguardedfield

import (
	"fmt"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/late"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportLate reports
//
//	func handle(w http.ResponseWriter, r *http.Request) {
//		page.Execute(w, config.Current) // which package config sets when its file changes
//	}
func reportLate(p *check.Pass, model *lockset.Package) {
	written := func(v *types.Var) bool { return locks.WrittenLate(p.Pass, v) != "" }
	for _, r := range late.Races(model, written) {
		name := source.NameAt(p, r.Pos)
		if name == nil || p.Quiet(r.Pos) || p.ReportedLow(name.Pos()) {
			continue
		}
		by, does := "a goroutine", "read"
		if r.Served {
			by = "requests"
		}
		if r.Write {
			does = "written"
		}
		var doubts []check.Doubt
		if r.WordSized() {
			doubts = append(doubts, check.Doubting(verdict.StaleValue, r.Pos))
		}
		if p.SaysBeside(r.Pos, guard.UnlockedSayings...) {
			doubts = append(doubts, check.Doubting(verdict.Deliberate, r.Pos))
		}
		p.Report(check.Finding{
			At: name,
			Message: fmt.Sprintf("data race: %[1]s is %[2]s by %[3]s, and %[4]s.%[5]s writes %[4]s.%[6]s while the program runs: no mutex guards it",
				p.Source(name), does, by, r.Var.Pkg().Name(), locks.WrittenLate(p.Pass, r.Var), r.Var.Name()),
			Trace:  also(p, r),
			Doubts: doubts,
		})
	}
}

// also returns two more accesses of the variable.
func also(p *check.Pass, r *late.Race) []check.Hop {
	var list []check.Hop
	for _, a := range r.Also {
		if len(list) < 2 && p.Line(a.Pos) != p.Line(r.Pos) {
			list = append(list, check.Hop{Pos: a.Pos, Message: "also accessed here"})
		}
	}
	return list
}
