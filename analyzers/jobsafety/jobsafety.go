package jobsafety

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/ackedbeforehandled"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/claimedtwice"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/claimnorecovery"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/compensationstops"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/consumedbody"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/expireapart"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/halfwritten"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/lockoutsidetransaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/lostrowupdate"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/nackmissing"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/nestedtransaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/outsidetransaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/overlappingruns"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/pendingneverclaimed"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/publishedintransaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/remotecallintransaction"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/requeuedforever"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/secondconnection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/sentbeforedispatch"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/settledtwice"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/unlimitedprefetch"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/unownedrelease"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/transactions"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "jobsafety",
		Doc:  "report claimed work that a shutdown or a crash can lose",
		Checks: []*check.Check{
			claimnorecovery.Check,
			nackmissing.Check,
			pendingneverclaimed.Check,
			sentbeforedispatch.Check,
			ackedbeforehandled.Check,
			requeuedforever.Check,
			settledtwice.Check,
			publishedintransaction.Check,
			compensationstops.Check,
			claimedtwice.Check,
			expireapart.Check,
			consumedbody.Check,
			unownedrelease.Check,
			outsidetransaction.Check,
			overlappingruns.Check,
			remotecallintransaction.Check,
			secondconnection.Check,
			unlimitedprefetch.Check,
			lockoutsidetransaction.Check,
			halfwritten.Check,
			lostrowupdate.Check,
			nestedtransaction.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, outbound.Analyzer, transactions.Analyzer, statuses.Analyzer, lasting.Analyzer, ssaflow.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
