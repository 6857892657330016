package sigkill

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "sigkill",
		Doc:   "report processes that are killed without a request to stop, and signals that cannot be handled",
		Pages: pages,
		Checks: []*check.Check{
			forceKill,
			commandContextKill,
			platformExec,
			signalUncatchable,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
