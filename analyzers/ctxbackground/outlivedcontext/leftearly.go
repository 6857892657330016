package outlivedcontext

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// joins returns where the function waits for the goroutine, whatever happens; else where it may leave
// without it: in the case of a select for the end of a context, or for a timeout.
//
//	select {
//	case err := <-done:
//		return err
//	case <-ctx.Done():
//		return ctx.Err()
//	}
func (u *outliver) joins(p *check.Pass) (joined, leaves token.Pos) {
	for cur := range u.end.fn.Preorder((*ast.UnaryExpr)(nil), (*ast.SelectStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		if !waitsAt(p, cur.Node()) || !u.behind(cur) && !u.deferred(cur) {
			continue
		}
		early := leftEarly(p, cur)
		if early == nil {
			return cur.Node().Pos(), token.NoPos
		}
		leaves = early.Pos()
	}
	return token.NoPos, leaves
}

// leftEarly returns the case by which control leaves a select, or one of whose cases a receive is, without
// what the others wait for; nil where there is none.
func leftEarly(p *check.Pass, cur inspector.Cursor) *ast.CommClause {
	sel, ok := cur.Node().(*ast.SelectStmt)
	for c := range cur.Enclosing((*ast.CommClause)(nil)) {
		if clause := c.Node().(*ast.CommClause); !ok && clause.Comm != nil && clause.Comm.Pos() <= cur.Node().Pos() && cur.Node().End() <= clause.Comm.End() {
			sel = c.Parent().Parent().Node().(*ast.SelectStmt)
		}
		break
	}
	if sel == nil {
		return nil
	}
	for _, stmt := range sel.Body.List {
		if clause := stmt.(*ast.CommClause); len(sel.Body.List) > 1 && timesOut(p, clause.Comm) {
			return clause
		}
	}
	return nil
}

// timesOut reports whether a case is that of a context's end, or of a timer.
func timesOut(p *check.Pass, comm ast.Stmt) bool {
	stmt, ok := comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	call, _ := ast.Unparen(recv.X).(*ast.CallExpr)
	return callmatch.IsChanOf(p.TypesInfo.TypeOf(recv.X), "time.Time") || call != nil && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done"
}
