package shutdownorder

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/abruptstop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/closebeforedrain"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/closebeforefarewell"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/deferlifo"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/deferredblocking"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/doubleclose"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/exitinhandler"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/exitinlibrary"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/exitskipsdefer"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/exitskipsstop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/exitstatuslost"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/explicitorder"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/failedreloadstored"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/fatalonstop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/interruptonly"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/lifecyclenotrun"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/listenerrordropped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/livenessasksdependency"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/lostbatch"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/nodrain"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/noshutdown"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/nosignalhandling"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/oncekeepserror"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/readywhiledraining"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/servereturnrace"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/sharedhookbudget"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/socketleft"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/stopcutshort"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/tornwrite"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/waitbeforestop"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/blocking"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/inmemory"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/readiness"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/releases"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/servers"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "shutdownorder",
		Doc:  "report shutdowns that run in a harmful order, or that leave something out",
		Checks: []*check.Check{
			nosignalhandling.Check,
			noshutdown.Check,
			interruptonly.Check,
			lifecyclenotrun.Check,
			exitskipsdefer.Check,
			doubleclose.Check,
			deferlifo.Check,
			explicitorder.Check,
			closebeforedrain.Check,
			nodrain.Check,
			servereturnrace.Check,
			sharedhookbudget.Check,
			deferredblocking.Check,
			waitbeforestop.Check,
			fatalonstop.Check,
			closebeforefarewell.Check,
			exitinhandler.Check,
			lostbatch.Check,
			exitskipsstop.Check,
			readywhiledraining.Check,
			listenerrordropped.Check,
			tornwrite.Check,
			oncekeepserror.Check,
			exitstatuslost.Check,
			abruptstop.Check,
			exitinlibrary.Check,
			livenessasksdependency.Check,
			failedreloadstored.Check,
			stopcutshort.Check,
			socketleft.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, signals.Analyzer, starters.Analyzer, blocking.Analyzer, releases.Analyzer, servers.Analyzer, recovers.Analyzer, closesonce.Analyzer, explore.Analyzer, joins.Analyzer, inmemory.Analyzer, lasting.Analyzer, readiness.Analyzer, exits.Analyzer, filestate.Analyzer, outbound.Analyzer, ctxloop.Analyzer, locks.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
