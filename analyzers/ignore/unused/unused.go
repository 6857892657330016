// Package unused is the check ignore/unused: ignore directive suppresses no finding.
package unused

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore/internal/removal"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/directive"
)

//go:embed unused.md testdata/src
var pages embed.FS

// New returns the check, for what the checks of suite leave of directives.
func New(suite []*check.Analyzer) *check.Check {
	return &check.Check{
		Slug:       "unused",
		Title:      "ignore directive suppresses no finding",
		Severity:   check.Low,
		Confidence: check.Certain,
		Since:      "0.1.0",
		Tests:      true,
		Pages:      pages,
		Run:        func(p *check.Pass) { run(p, suite) },
	}
}

// run reports a directive that covers no finding. Silent when a check that
// it names did not run: then it is not known what it would have covered.
func run(p *check.Pass, suite []*check.Analyzer) {
	used := make(map[*directive.Directive]bool)
	ran := make(map[string]bool)
	for _, a := range suite {
		outcome := p.ResultOf[a.Analyzer].(*check.Outcome)
		for _, d := range outcome.Used {
			used[d] = true
		}
		byDefault := 0
		for _, c := range a.Checks {
			if c.Confidence != check.OptIn {
				byDefault++
			}
		}
		ran[a.Name] = len(outcome.Enabled) >= byDefault
		for _, c := range outcome.Enabled {
			for _, id := range c.IDs() {
				ran[id] = true
			}
		}
	}
	for _, d := range p.Directives() {
		if d.Err != nil || d.Nolint || used[d] || d.Expired(p.Now()) {
			continue
		}
		if slices.ContainsFunc(d.Checks, func(name string) bool { return !ran[name] }) {
			continue
		}
		p.Report(check.Finding{
			At:      check.Span(d.Pos, d.End),
			Message: fmt.Sprintf("ignore directive for %s suppresses no finding", strings.Join(d.Checks, ", ")),
			Fix:     removal.Fix(p, d, "Remove the unused directive"),
		})
	}
}
