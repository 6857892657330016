package lockrace

import (
	"embed"
	"iter"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:       "lockrace",
		Doc:        "report broken lock discipline: leaked locks, deadlocks and data races",
		AnyProgram: true,
		Pages:      pages,
		Checks: []*check.Check{
			lockLeak,
			doubleLock,
			unlockUnlocked,
			writeAfterRUnlock,
			writeUnderRLock,
			unlockedAccess,
			mixedAtomic,
			checkThenAct,
			lockOrder,
			blockingUnderLock,
			sharedMapInContext,
		},
		Requires: []*analysis.Analyzer{astindex.Analyzer, locks.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer

// functions yields the functions of the package whose locks are known, but for those
// in files that are left alone.
func functions(p *check.Pass) iter.Seq[*lockstate.Func] {
	return func(yield func(*lockstate.Func) bool) {
		model := locks.Of(p.Pass)
		if model == nil {
			return
		}
		for _, f := range model.Funcs {
			if !p.Quiet(f.SSA.Pos()) && !yield(f) {
				return
			}
		}
	}
}
