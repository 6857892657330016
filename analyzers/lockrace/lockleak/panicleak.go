package lockleak

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportPanicLeak reports
//
//	defer func() { recover() }()
//	s.mu.Lock()
//	work() // panics: the function returns, s.mu stays locked
//	s.mu.Unlock()
//
// There is no fix: how much of what follows is to run without the lock is not
// known.
func reportPanicLeak(p *check.Pass, leak lockuse.PanicLeak) {
	lock := lockExpr(p, leak.At)
	if lock == "" {
		lock = "the lock"
	}
	path := source.PathTo(p, leak.Panics.Pos())
	if len(path) == 0 || p.Quiet(leak.Panics.Pos()) {
		return
	}
	at := path[0]
	what := "a panic here"
	if call, ok := leak.Panics.(*ssa.Call); ok {
		if expr := source.CallExpr(p, call); expr != nil {
			at, what = expr, "a panic in "+p.Source(expr.Fun)
		}
	}
	by := "the function"
	var doubts []check.Doubt
	if leak.Above {
		by = "its caller " + leak.Recover.Parent().Name()
		doubts = append(doubts, check.Doubting(verdict.UnknownCallee, leak.Panics.Pos()))
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("%s leaves %s locked, since %s: %s recovers at %s, and the unlock at %s is skipped",
			what, lock, p.Where(leak.At.Pos(), at.Pos()), by, p.Where(leak.Recover.Pos(), at.Pos()), p.Where(leak.Frees.Pos(), at.Pos())),
		Doubts: doubts,
		Trace: []check.Hop{
			{Pos: leak.At.Pos(), Message: "locked here"},
			{Pos: leak.Recover.Pos(), Message: "recovered here"},
		},
	})
}
