package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// nameAt returns what an access at pos is about: a field by its selector, or a
// variable. A field that is promoted from an embedded struct is accessed where its
// selector begins.
func nameAt(p *check.Pass, pos token.Pos) ast.Expr {
	if sel := selectorAt(p, pos); sel != nil {
		return sel
	}
	for _, n := range pathTo(p, pos) {
		sel, ok := n.(*ast.SelectorExpr)
		if s := p.TypesInfo.Selections[sel]; ok && sel.X.Pos() == pos && s != nil && s.Kind() == types.FieldVal && len(s.Index()) > 1 {
			return sel
		}
	}
	for _, n := range pathTo(p, pos) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == pos {
			if _, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
				return id
			}
		}
	}
	return nil
}

// lastName returns the name of the field or variable.
func lastName(expr ast.Expr) string {
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return expr.(*ast.Ident).Name
}

// selectorAt returns the selector whose field name stands at pos.
func selectorAt(p *check.Pass, pos token.Pos) *ast.SelectorExpr {
	for _, n := range pathTo(p, pos) {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Pos() == pos {
			return sel
		}
	}
	return nil
}
