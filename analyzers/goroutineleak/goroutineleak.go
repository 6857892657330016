package goroutineleak

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "goroutineleak",
		Doc:   "report goroutines and tickers that cannot be stopped, or that nothing waits for",
		Pages: pages,
		Checks: []*check.Check{
			tickerRange,
			noExit,
			stopNeverSignalled,
			stopNeverCalled,
			unjoinedWorker,
			waitWithoutAdd,
			blockedSend,
			blockedReceive,
			unboundedWait,
			uncancellableSleep,
			failedConstructor,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, muststop.Analyzer, signals.Analyzer, starters.Analyzer, worker.Analyzer, lasting.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
