package ignore

import (
	"embed"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer that judges the directives for the checks of the
// given analyzers.
func New(opts check.Options, suite []*check.Analyzer) *check.Analyzer {
	var requires []*analysis.Analyzer
	for _, a := range suite {
		requires = append(requires, a.Analyzer)
	}
	return check.New(check.Spec{
		Name:  "ignore",
		Doc:   "report ignore directives that are malformed, expired or unused",
		Pages: pages,
		Checks: []*check.Check{
			newMalformed(suite),
			expired,
			newUnused(suite),
		},
		Requires: requires,
	}, opts)
}
