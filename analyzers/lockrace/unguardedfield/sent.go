package unguardedfield

import (
	"fmt"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/sent"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportSent reports
//
//	q.jobs <- job // received by a goroutine that reads job.attempts
//	job.attempts++
//
// and the same of what is passed to a goroutine when it is started.
func reportSent(p *check.Pass, model *lockset.Package) {
	for _, r := range slices.Concat(sent.Races(model, ssaflow.Of(p.Pass)), sent.Passed(model)) {
		name := source.NameAt(p, r.Write.Addr.Pos())
		if name == nil || p.Quiet(name.Pos()) || p.ReportedLow(name.Pos()) || p.Quiet(r.Use.Pos()) {
			continue
		}
		how, where := "after the send at "+p.Where(r.Send, name.Pos())+", and the goroutine that receives uses", "sent here"
		if r.Taken == nil {
			how, where = "here, and the goroutine started at "+p.Where(r.Send, name.Pos())+", which has the object, uses", "passed to the goroutine here"
		}
		trace := []check.Hop{{Pos: r.Send, Message: where}}
		if r.Taken != nil {
			trace = append(trace, check.Hop{Pos: r.Taken.Pos(), Message: "received here"})
		}
		p.Report(check.Finding{
			At: name,
			Message: fmt.Sprintf("data race: %s is written %s the field at %s, and no lock orders the two",
				p.Source(name), how, p.Where(r.Use.Pos(), name.Pos())),
			Trace: append(trace, check.Hop{Pos: r.Use.Pos(), Message: "used here"}),
		})
	}
}
