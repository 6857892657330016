package goroutineleak

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/blockedreceive"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/blockedsend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/busyloop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/callbackwaits"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/closedchannelspin"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/condwaitonce"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/endlesshandler"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/failedconstructor"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/failurewaits"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/missedwakeup"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/noexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/pipenotclosed"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/receiveloop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/recursiveretry"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/relayoutlivescall"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/selectoperand"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/slowreceiver"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/stopnevercalled"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/stopneversignalled"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/stopoverwritten"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/tickerrange"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/timerdrain"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/timernotreset"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/timernotstopped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/timerperpass"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/unboundedstart"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/unboundedwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/uncancellablesleep"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/unjoinedworker"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/unreadchannel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/waitwithoutadd"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/endless"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/sends"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "goroutineleak",
		Doc:  "report goroutines and tickers that cannot be stopped, or that nothing waits for",
		Checks: []*check.Check{
			tickerrange.Check,
			noexit.Check,
			stopneversignalled.Check,
			stopnevercalled.Check,
			unjoinedworker.Check,
			waitwithoutadd.Check,
			blockedsend.Check,
			blockedreceive.Check,
			unboundedwait.Check,
			uncancellablesleep.Check,
			stopoverwritten.Check,
			failedconstructor.Check,
			receiveloop.Check,
			closedchannelspin.Check,
			missedwakeup.Check,
			pipenotclosed.Check,
			recursiveretry.Check,
			busyloop.Check,
			selectoperand.Check,
			unboundedstart.Check,
			slowreceiver.Check,
			condwaitonce.Check,
			timerperpass.Check,
			endlesshandler.Check,
			failurewaits.Check,
			timernotreset.Check,
			timerdrain.Check,
			relayoutlivescall.Check,
			timernotstopped.Check,
			unreadchannel.Check,
			callbackwaits.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, explore.Analyzer, muststop.Analyzer, sends.Analyzer, signals.Analyzer, starters.Analyzer, worker.Analyzer, endless.Analyzer, lasting.Analyzer, outbound.Analyzer, locks.Analyzer, ctxuse.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
