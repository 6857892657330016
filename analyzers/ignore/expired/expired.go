// Package expired is the check ignore/expired: ignore directive has expired, and has no
// effect.
package expired

import (
	"embed"
	"fmt"
	"time"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore/internal/removal"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed expired.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ignore.
var Check = &check.Check{
	Slug:       "expired",
	Title:      "ignore directive has expired, and has no effect",
	Severity:   check.Low,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Tests:      true,
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	//lifecyclelint:ignore goroutineleak/ticker-range until=2020-01-31 -- later
func run(p *check.Pass) {
	for _, d := range p.Directives() {
		if d.Err == nil && d.Expired(p.Now()) {
			p.Report(check.Finding{
				At:      check.Span(d.Pos, d.End),
				Message: fmt.Sprintf("ignore directive expired on %s and suppresses nothing", d.Until.Format(time.DateOnly)),
				Fix:     removal.Fix(p, d, "Remove the expired directive"),
			})
		}
	}
}
