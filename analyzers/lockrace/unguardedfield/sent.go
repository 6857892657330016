package unguardedfield

import (
	"fmt"

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
func reportSent(p *check.Pass, model *lockset.Package) {
	for _, r := range sent.Races(model, ssaflow.Of(p.Pass)) {
		name := source.NameAt(p, r.Write.Addr.Pos())
		if name == nil || p.Quiet(name.Pos()) || p.ReportedLow(name.Pos()) || p.Quiet(r.Use.Pos()) {
			continue
		}
		p.Report(check.Finding{
			At: name,
			Message: fmt.Sprintf("data race: %s is written after the send at %s, and the goroutine that receives uses the field at %s, and no lock orders the two",
				p.Source(name), p.Where(r.Send, name.Pos()), p.Where(r.Use.Pos(), name.Pos())),
			Trace: []check.Hop{
				{Pos: r.Send, Message: "sent here"},
				{Pos: r.Taken.Pos(), Message: "received here"},
				{Pos: r.Use.Pos(), Message: "used here"},
			},
		})
	}
}
