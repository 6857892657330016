package panicguard

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/malformedinput"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/nilmapwrite"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/recoverendsloop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/recovernotdeferred"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/swallowedpanic"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/unrecoveredcallback"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/unrecoveredgoroutine"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/usedbeforeerror"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/failures"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:       "panicguard",
		Doc:        "report panics that are swallowed, and panics that crash a server",
		AnyProgram: true,
		Checks: []*check.Check{
			swallowedpanic.Check,
			unrecoveredgoroutine.Check,
			recovernotdeferred.Check,
			unrecoveredcallback.Check,
			malformedinput.Check,
			usedbeforeerror.Check,
			nilmapwrite.Check,
			recoverendsloop.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, failures.Analyzer, recovers.Analyzer, ssaflow.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
