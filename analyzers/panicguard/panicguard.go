package panicguard

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:       "panicguard",
		Doc:        "report panics that are swallowed, and panics that crash a server",
		AnyProgram: true,
		Pages:      pages,
		Checks: []*check.Check{
			swallowedPanic,
			unrecoveredGoroutine,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, recovers.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
