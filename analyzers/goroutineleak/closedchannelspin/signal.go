package closedchannelspin

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgeSignal reports a case of a channel that tells of an end, and stays closed:
//
//	for {
//		select {
//		case err := <-stopped:
//			return err
//		case <-ctx.Done():
//			log.Print("cannot be canceled") // as fast as it can, until stopped is sent to
//		}
//	}
//
// Safe where what follows leaves the loop, waits, or sets the channel to another one, as to nil.
func judgeSignal(p *check.Pass, cur inspector.Cursor, loop *ast.ForStmt, r *receive, closed closings) {
	if r.clause == nil || loop.Cond != nil || r.value != nil && r.value.Name != "_" {
		return
	}
	ended, by := signaled(p, cur, r, closed)
	if ended == "" || missedByGoroutine(p, cur, loop) {
		return
	}
	if at := cmp.Or(r.settles(p), r.asksNext(p, loop)); at.IsValid() {
		p.Safe(r.ch, p.Source(r.ch), verdict.Handled, at)
		return
	}
	var doubts []check.Doubt
	if by.IsValid() && mayEnd(loop, r) {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, by))
	}
	if at := r.works(p); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.MayWait, at))
	}
	p.Report(check.Finding{
		At:      r.stmt,
		Message: fmt.Sprintf("loop spins once %s: the case neither leaves the loop nor sets the channel to nil, and is ready again immediately", ended),
		Trace:   []check.Hop{{Pos: loop.Pos(), Message: "the loop"}},
		Doubts:  doubts,
		Fix:     fixSignal(p, cur, loop, r),
	})
}

// missedByGoroutine reports whether a goroutine runs the loop and misses its end by a break that leaves only the
// select, or an empty case: that it cannot be stopped is what no-exit says, at the same place.
func missedByGoroutine(p *check.Pass, cur inspector.Cursor, loop *ast.ForStmt) bool {
	_, started := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fnOf(cur))
	return started && !ends(loop.Body) && stopfix.MissedEnd(p, loop) != nil
}

// signaled returns what has happened when the channel of a receive is closed, "" where it is not known to
// be, and where the package closes it.
func signaled(p *check.Pass, cur inspector.Cursor, r *receive, closed closings) (string, token.Pos) {
	if call, ok := r.ch.(*ast.CallExpr); ok {
		if ctx := stopsignal.ContextCall(p.TypesInfo, call, "Done"); ctx != nil && !endless(p, cur, ctx) {
			return p.Source(ctx) + " is done", token.NoPos
		}
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if state := catalog.DoneSignals[callmatch.CalleeName(p.TypesInfo, call)]; state != "" && isSel {
			return p.Source(sel.X) + " is " + state, token.NoPos
		}
		return "", token.NoPos
	}
	by := closed.of(p, cur, r.ch)
	if by == nil || !carriesNothing(p.TypesInfo.TypeOf(r.ch)) {
		return "", token.NoPos
	}
	return p.Source(r.ch) + " is closed, " + by.when, by.at
}

// endless reports whether nothing ends a context.
func endless(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) bool {
	v := syntax.RootVar(p.TypesInfo, ctx)
	if v == nil {
		return false
	}
	return ctxscope.AlwaysRoot(p.Pass, cur, v) || slices.ContainsFunc(ctxscope.At(p.Pass, ctx.Pos(), syntax.PathTo(cur)), func(c ctxscope.Context) bool {
		return c.Var == v && c.Ends == "never"
	})
}
