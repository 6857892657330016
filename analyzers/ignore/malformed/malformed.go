// Package malformed is the check ignore/malformed: ignore directive is malformed, and has
// no effect.
package malformed

import (
	"embed"
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

//go:embed malformed.md testdata/src
var pages embed.FS

// New returns the check, for directives that name checks of suite.
func New(suite []*check.Analyzer) *check.Check {
	return &check.Check{
		Slug:       "malformed",
		Title:      "ignore directive is malformed, and has no effect",
		Severity:   check.Medium,
		Confidence: check.Certain,
		Since:      "0.1.0",
		Tests:      true,
		Unfixable:  "only its author knows the reason or the check that was meant",
		Pages:      pages,
		Run:        func(p *check.Pass) { run(p, suite) },
	}
}

// run reports
//
//	//lifecyclelint:ignore goroutineleak/ticker-range        no reason
//	//lifecyclelint:ignore goroutineleak/tickr-range -- why  no such check
func run(p *check.Pass, suite []*check.Analyzer) {
	known := make(map[string]bool)
	var names []string
	for _, a := range suite {
		known[a.Name] = true
		names = append(names, a.Name)
		for _, c := range a.Checks {
			for _, id := range c.IDs() {
				known[id] = true
				names = append(names, id)
			}
		}
	}
	for _, d := range p.Directives() {
		why := ""
		if d.Err != nil {
			why = d.Err.Error()
		}
		for _, name := range d.Checks {
			if why == "" && !d.Nolint && !known[name] && !strings.HasPrefix(name, "ignore") {
				why = fmt.Sprintf("there is no check %q", name) + near.Hint(name, names)
			}
		}
		if why != "" {
			p.Report(check.Finding{At: check.Span(d.Pos, d.End), Message: "ignore directive has no effect: " + why})
		}
	}
}
