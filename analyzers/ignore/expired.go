package ignore

import (
	"fmt"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

var expired = &check.Check{
	Slug:       "expired",
	Title:      "ignore directive has expired, and has no effect",
	Severity:   check.Low,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Tests:      true,
	Run:        runExpired,
}

// runExpired reports
//
//	//lifecyclelint:ignore goroutineleak/ticker-range until=2020-01-31 -- later
func runExpired(p *check.Pass) {
	for _, d := range p.Directives() {
		if d.Err == nil && d.Expired(p.Now()) {
			p.Report(check.Finding{
				At:      check.Span(d.Pos, d.End),
				Message: fmt.Sprintf("ignore directive expired on %s and suppresses nothing", d.Until.Format(time.DateOnly)),
				Fix:     remove(p, d, "Remove the expired directive"),
			})
		}
	}
}

// remove deletes the comment, with its line when it has one of its own.
func remove(p *check.Pass, d *directive.Directive, title string) *edit.Fix {
	e := p.Edit(d.Pos)
	if d.Target == d.Line {
		e.Delete(e.TrimLeft(d.Pos), d.End)
	} else {
		e.DeleteLines(check.Span(d.Pos, d.End))
	}
	return e.Fix(title, "")
}
