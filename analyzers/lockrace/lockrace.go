package lockrace

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/blockingunderlock"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/capturedvariable"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/checkthenact"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/doublelock"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/flagleftset"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/guardedmapreturned"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/lockcopied"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/lockleak"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/lockorder"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/mixedatomic"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/poolnotreset"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/retainedbuffer"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/sharedmapincontext"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/unguardedfield"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/unlockedaccess"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/unlockunlocked"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/usedafterput"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/waitunderlock"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/writeafterrunlock"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/writeunderrlock"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:       "lockrace",
		Doc:        "report broken lock discipline: leaked locks, deadlocks and data races",
		AnyProgram: true,
		Checks: []*check.Check{
			lockleak.Check,
			doublelock.Check,
			unlockunlocked.Check,
			writeafterrunlock.Check,
			writeunderrlock.Check,
			unlockedaccess.Check,
			mixedatomic.Check,
			checkthenact.Check,
			lockorder.Check,
			blockingunderlock.Check,
			sharedmapincontext.Check,
			unguardedfield.Check,
			capturedvariable.Check,
			guardedmapreturned.Check,
			waitunderlock.Check,
			lockcopied.Check,
			usedafterput.Check,
			flagleftset.Check,
			poolnotreset.Check,
			retainedbuffer.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, locks.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer, explore.Analyzer, outbound.Analyzer, ctxloop.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
