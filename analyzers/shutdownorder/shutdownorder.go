package shutdownorder

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/blocking"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/inmemory"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/releases"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "shutdownorder",
		Doc:   "report shutdowns that run in a harmful order, or that leave something out",
		Pages: pages,
		Checks: []*check.Check{
			noSignalHandling,
			noShutdown,
			interruptOnly,
			lifecycleNotRun,
			exitSkipsDefer,
			doubleClose,
			deferLIFO,
			explicitOrder,
			closeBeforeDrain,
			noDrain,
			serveReturnRace,
			sharedHookBudget,
			deferredBlocking,
			waitBeforeStop,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, signals.Analyzer, blocking.Analyzer, releases.Analyzer, recovers.Analyzer, closesonce.Analyzer, joins.Analyzer, inmemory.Analyzer, lasting.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
