package ignore

import (
	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore/expired"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore/malformed"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore/unused"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// New returns a fresh analyzer that judges the directives for the checks of the
// given analyzers.
func New(opts check.Options, suite []*check.Analyzer) *check.Analyzer {
	var requires []*analysis.Analyzer
	for _, a := range suite {
		requires = append(requires, a.Analyzer)
	}
	return check.New(check.Spec{
		Name: "ignore",
		Doc:  "report ignore directives that are malformed, expired or unused",
		Checks: []*check.Check{
			malformed.New(suite),
			expired.Check,
			unused.New(suite),
		},
		Requires: requires,
	}, opts)
}
