package dialnotimeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// configOf returns the literal that the configuration of a dial is, where that does not set a field,
// and nothing else sets it; nil if it is not known.
func configOf(p *check.Pass, cur inspector.Cursor, arg ast.Expr, field string) *ast.CompositeLit {
	if id, ok := ast.Unparen(arg).(*ast.Ident); ok {
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || setLater(p, cur, v, field) {
			return nil
		}
		arg = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
	}
	if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND {
		arg = addr.X
	}
	lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
	if !ok || astindex.LitField(lit, field) != nil {
		return nil
	}
	return lit
}

// setLater reports whether the field of a variable is assigned to, or the variable is passed to what may
// do so.
func setLater(p *check.Pass, cur inspector.Cursor, v *types.Var, field string) bool {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := cur.Inspector().Root().FindNode(id)
		if !ok || cur.Contains(use) {
			continue
		}
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if kind, _ := use.Parent().ParentEdge(); sel.Sel.Name == field && kind == edge.AssignStmt_Lhs {
			return true
		}
	}
	return false
}
