package endlesshandler

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportSelects reports loops of handlers that wait for the next value or for the end of the program:
//
//	for {
//		select {
//		case e := <-sub.C:
//			if err := stream.Send(e); err != nil {
//				return err
//			}
//		case <-s.quit:
//			return nil
//		}
//	}
//
// where the handler has something to give back when it returns, such as a subscription, and does not look at the
// context of the request. A timer among the cases has it write from time to time, which fails when the client has
// left, and a case that tells a closed channel ends with what it subscribes to.
func reportSelects(p *check.Pass, seen map[ast.Node]bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectStmt)(nil)) {
		fn, ok := astindex.FuncAround(cur)
		if !ok || !givesBack(fn, cur) {
			continue
		}
		next := awaited(p, cur.Node().(*ast.SelectStmt), fn.Node())
		if next == nil || !serves(p, fn.Node()) && !astindex.AnswersRequests(astindex.Signature(p.TypesInfo, fn.Node())) {
			continue
		}
		reportWait(p, seen, next.Pos(), false, fix)
	}
}

// givesBack reports whether a function has deferred a call before a statement.
func givesBack(fn, stmt inspector.Cursor) bool {
	for cur := range fn.Preorder((*ast.DeferStmt)(nil)) {
		around, ok := astindex.FuncAround(cur)
		if ok && around == fn && cur.Node().End() < stmt.Node().Pos() {
			return true
		}
	}
	return false
}

// awaited returns the channel of which a select waits for the next value, nil where it waits for a time as well,
// for what a call returns, such as the end of a context, for a signal of the handler's own, which may be that the
// client has left, or not at all.
func awaited(p *check.Pass, sel *ast.SelectStmt, fn ast.Node) (next ast.Expr) {
	for _, c := range sel.Body.List {
		comm := c.(*ast.CommClause).Comm
		ch := syntax.Received(comm)
		if assign, ok := comm.(*ast.AssignStmt); ch == nil || ok && len(assign.Lhs) == 2 {
			return nil
		}
		if _, called := ast.Unparen(ch).(*ast.CallExpr); called || callmatch.IsChanOf(p.TypesInfo.TypeOf(ch), "time.Time") {
			return nil
		}
		if !carriesNothing(p.TypesInfo.TypeOf(ch)) {
			next = ch
		} else if root, _ := callmatch.Path(p.TypesInfo, ch); root == nil || astindex.FuncBody(fn).Pos() < root.Pos() && root.Pos() < fn.End() {
			return nil
		}
	}
	return next
}
