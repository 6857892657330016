package stopoverwritten

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fix reads the signal once, before the goroutine is started, where that runs a literal:
//
//	ctx := s.ctx
//	go func() { … <-ctx.Done() … }()
func (r *reread) fix(p *check.Pass, sel *ast.SelectorExpr) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, r.start.Instr.Pos())
	root := syntax.RootVar(p.TypesInfo, sel)
	if !ok || root == nil {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
		if !ok || syntax.Within(lit, root.Pos()) || !syntax.Within(lit, sel.Pos()) {
			return nil
		}
		base := "stopped"
		if ssaflow.IsContext(r.field.Type()) {
			base = "runCtx"
		}
		e := p.Edit(stmt.Pos())
		name := make(edit.NewNames).Fresh(p.Pass, c, base)
		e.Before(stmt, name+" := "+p.Source(sel))
		ast.Inspect(lit, func(n ast.Node) bool {
			if other, ok := n.(*ast.SelectorExpr); ok && p.Source(other) == p.Source(sel) {
				e.Replace(other.Pos(), other.End(), name)
			}
			return true
		})
		return e.Fix("Read "+p.Source(sel)+" once, before the goroutine starts", "")
	}
	return nil
}
