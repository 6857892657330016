package jobsafety

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "jobsafety",
		Doc:   "report claimed work that a shutdown or a crash can lose",
		Pages: pages,
		Checks: []*check.Check{
			claimNoRecovery,
			nackMissing,
			pendingNeverClaimed,
			sentBeforeDispatch,
			ackedBeforeHandled,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, outbound.Analyzer, statuses.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
