// Package timernotreset is the check goroutineleak/timer-not-reset: timer that fires once is not started
// again on one path.
package timernotreset

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed timernotreset.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "timer-not-reset",
	Title:      "timer that fires once is not started again on one path",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case <-timer.C:
//			if err := s.sync(ctx); err != nil {
//				continue // the timer never fires again
//			}
//			timer.Reset(s.every)
//		case <-ctx.Done():
//			return
//		}
//	}
//
// for a continue, or a break out of the select, in front of the only Reset of the loop. A path that skips
// it for another reason than an error may mean to: of low confidence; so is one where another case of the select
// starts the timer. Silent where another statement of the loop mentions the timer.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.UnaryExpr)(nil)) {
		recv := cur.Node().(*ast.UnaryExpr)
		timer := timerOf(p, recv)
		if timer == nil || p.Quiet(recv.Pos()) {
			continue
		}
		pass, ok := passOf(cur)
		if !ok {
			continue
		}
		w := &walk{p: p, timer: timer, pass: pass}
		if otherCase, ok := w.resets(); ok {
			w.leaves(recv, otherCase)
		}
	}
}

// timerOf returns the variable or field whose timer a receive waits for, nil for tickers and others.
func timerOf(p *check.Pass, recv *ast.UnaryExpr) *types.Var {
	sel, ok := ast.Unparen(recv.X).(*ast.SelectorExpr)
	if recv.Op != token.ARROW || !ok || p.TypesInfo.Selections[sel] == nil || callmatch.OwnedField(p.TypesInfo.Selections[sel]) != "time.Timer.C" {
		return nil
	}
	v, _ := callmatch.Object(p.TypesInfo, sel.X).(*types.Var)
	return v
}

// leaves reports the jumps that start the next iteration without a Reset.
func (w *walk) leaves(recv *ast.UnaryExpr, otherCase *ast.Ident) {
	for _, jump := range w.jumps() {
		reset := w.resetAfter(jump.Node().Pos())
		if reset == nil || w.resetBefore(jump) {
			continue
		}
		var doubts []check.Doubt
		if !failing(w.p, jump) {
			doubts = append(doubts, check.Doubting(verdict.Deliberate, jump.Node().Pos()))
		}
		if otherCase != nil {
			doubts = append(doubts, check.Doubting(verdict.OtherStart, otherCase.Pos()))
		}
		w.p.Report(check.Finding{
			At: jump.Node(),
			Message: fmt.Sprintf("%s never delivers again after this %s: the timer is started again at %s, which this path skips",
				w.p.Source(recv.X), jump.Node().(*ast.BranchStmt).Tok, w.p.Where(reset.Pos(), jump.Node().Pos())),
			Trace:  []check.Hop{{Pos: recv.Pos(), Message: "waits for the timer here"}, {Pos: reset.Pos(), Message: "started again here"}},
			Doubts: doubts,
			Fix:    fix(w.p, jump, reset),
		})
	}
}

// failing reports whether a jump is in the branch of an error.
func failing(p *check.Pass, jump inspector.Cursor) bool {
	for c := range jump.Enclosing((*ast.IfStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		test, ok := c.Node().(*ast.IfStmt)
		return ok && callmatch.TestedError(p.TypesInfo, test.Cond) != nil
	}
	return false
}

// resetBefore reports whether a statement in front of a jump, in its block or in one around it, mentions
// the timer.
func (w *walk) resetBefore(jump inspector.Cursor) bool {
	for c := jump; c.Node() != ast.Node(w.pass.loop); c = c.Parent() {
		list := astindex.Stmts(c.Parent().Node())
		for _, stmt := range list {
			if stmt.Pos() < c.Node().Pos() && stmt.Pos() >= w.pass.from && w.mentions(stmt) {
				return true
			}
		}
	}
	return false
}
