package statuses

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// stores takes what the function has assigned to the fields of a record before it
// stores the whole of it.
func (g *chain) stores(expr ast.Expr) {
	if unary, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && unary.Op == token.AND {
		expr = unary.X
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	use, found := astindex.Find(g.in, expr)
	if !ok || !found || g.info.Uses[id] == nil {
		return
	}
	for decl := range use.Enclosing((*ast.FuncDecl)(nil)) {
		for cur := range decl.Preorder((*ast.AssignStmt)(nil)) {
			g.storesField(cur.Node().(*ast.AssignStmt), id)
		}
	}
}

// storesField takes the fields of the record that assign assigns before.
func (g *chain) storesField(assign *ast.AssignStmt, record *ast.Ident) {
	if assign.Pos() > record.Pos() || len(assign.Rhs) != len(assign.Lhs) {
		return
	}
	for i, lhs := range assign.Lhs {
		sel, ok := lhs.(*ast.SelectorExpr)
		if !ok || !isField(g.info, sel.Sel) {
			continue
		}
		if of, ok := ast.Unparen(sel.X).(*ast.Ident); ok && g.info.Uses[of] == g.info.Uses[record] {
			g.Set[columnOf(g.info.Uses[sel.Sel].(*types.Var))] = g.value(assign.Rhs[i])
		}
	}
}
