package resourceleak

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/closedonreturn"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/closeerrordropped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/commiterrordropped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/deferinloop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/deferrederrorlost"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/leftopen"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/neverremoved"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/notflushed"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/queryerrordropped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/responsebody"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/rollbackhideserror"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/rowserror"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/slotnotreleased"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/stopnotcalled"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/templeft"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/transaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/transportpercall"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/unboundedqueue"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/wrongerrortested"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/opens"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/transports"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/undoes"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "resourceleak",
		Doc:  "report files, connections, response bodies and transactions that are left open",
		Checks: []*check.Check{
			transaction.Check,
			leftopen.Check,
			responsebody.Check,
			transportpercall.Check,
			deferinloop.Check,
			stopnotcalled.Check,
			slotnotreleased.Check,
			notflushed.Check,
			templeft.Check,
			rowserror.Check,
			closeerrordropped.Check,
			commiterrordropped.Check,
			deferrederrorlost.Check,
			rollbackhideserror.Check,
			neverremoved.Check,
			closedonreturn.Check,
			queryerrordropped.Check,
			unboundedqueue.Check,
			wrongerrortested.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, transports.Analyzer, undoes.Analyzer, locks.Analyzer, opens.Analyzer, outbound.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
