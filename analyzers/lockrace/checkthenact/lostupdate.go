package checkthenact

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportLostUpdate reports
//
//	n := atomic.LoadInt64(&s.sent)
//	publish(n)
//	atomic.StoreInt64(&s.sent, 0) // what was added since the load is not published
//
// where Swap would read and reset the counter in one step.
func reportLostUpdate(p *check.Pass, lost atomicity.LostUpdate) {
	store, load := source.CallExpr(p, lost.Store), source.CallExpr(p, lost.Load)
	if store == nil || load == nil || p.Quiet(store.Pos()) {
		return
	}
	var doubts []check.Doubt
	if !lost.Func.Known() {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, store.Pos()))
	}
	p.Report(check.Finding{
		At: store,
		Message: fmt.Sprintf("update of another goroutine may be lost: %s resets what was loaded at line %d, and what %s adds between the two is never read",
			p.Source(ast.Unparen(store.Fun)), p.Line(load.Pos()), p.Where(lost.Other, store.Pos())),
		Trace: []check.Hop{
			{Pos: load.Pos(), Message: "loaded here"},
			{Pos: lost.Other, Message: "added to by another goroutine here"},
		},
		Doubts: doubts,
	})
}
