package sigkill

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/childnotwaited"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/commandcontextkill"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/commandnolimit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/forcekill"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/nowaitdelay"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/pipeorder"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/platformexec"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/shellchildsurvives"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/signaluncatchable"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/waitedtwice"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "sigkill",
		Doc:  "report processes that are killed without a request to stop, and signals that cannot be handled",
		Checks: []*check.Check{
			forcekill.Check,
			commandcontextkill.Check,
			platformexec.Check,
			signaluncatchable.Check,
			childnotwaited.Check,
			nowaitdelay.Check,
			pipeorder.Check,
			waitedtwice.Check,
			shellchildsurvives.Check,
			commandnolimit.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
