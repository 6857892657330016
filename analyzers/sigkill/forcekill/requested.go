package forcekill

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// requested reports whether a condition has found that SIGKILL is what is asked for, by name or
// as a signal:
//
//	if signal == "SIGKILL" { p.Kill() }
func requested(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			test, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			if ok && test.Op == token.EQL && n.Body.Pos() <= cur.Node().Pos() && cur.Node().Pos() < n.Body.End() &&
				(namesKill(p, test.X) || namesKill(p, test.Y)) {
				return true
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, func(expr ast.Expr) bool { return namesKill(p, expr) }) {
				return true
			}
		default:
			return false
		}
	}
	return false
}

// namesKill reports whether an expression is SIGKILL, or its name.
func namesKill(p *check.Pass, expr ast.Expr) bool {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok && callmatch.Std(p.TypesInfo.Uses[sel.Sel]) {
		return sel.Sel.Name == "SIGKILL" || sel.Sel.Name == "Kill"
	}
	return slices.Contains([]string{"SIGKILL", "KILL", "kill"}, process.Text(p, expr))
}
