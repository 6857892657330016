package relayoutlivescall

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixCloser lets the context call the close, until the function returns.
//
//	stop := context.AfterFunc(ctx, func() { conn.Close() })
//	defer stop()
func fixCloser(p *check.Pass, r *relay) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, r.start.Instr.Pos())
	if !ok || !goversion.AtLeast(p.Version(r.start.Instr.Pos()), "go1.21") {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		lit, ok := stmt.Call.Fun.(*ast.FuncLit)
		if !ok || len(lit.Body.List) < 2 || len(stmt.Call.Args) > 0 {
			return nil
		}
		ctx := doneOf(lit.Body.List[0])
		if ctx == nil {
			return nil
		}
		e, stop := p.Edit(stmt.Pos()), make(edit.NewNames).Fresh(p.Pass, c, "stop")
		e.Replace(stmt.Pos(), lit.Body.List[1].Pos(), stop+" := "+e.Import(stmt.Pos(), "context", "context")+".AfterFunc("+p.Source(ctx)+", func() {\n"+e.Indent(lit.Body.List[1].Pos()))
		e.Replace(lit.End(), stmt.End(), ")\n"+e.Indent(stmt.Pos())+"defer "+stop+"()")
		return e.Fix("Close it with context.AfterFunc, until the function returns", "")
	}
	return nil
}

// doneOf returns the context whose end a statement waits for, nil for others.
func doneOf(stmt ast.Stmt) ast.Expr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	recv, ok := ast.Unparen(expr.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" {
		return nil
	}
	return sel.X
}
