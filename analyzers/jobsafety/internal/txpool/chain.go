package txpool

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Root returns what a chain of calls is about, which each return the same type:
//
//	s.db.WithContext(ctx).Model(&order)  →  s.db
func Root(p *check.Pass, expr ast.Expr) ast.Expr {
	for expr != nil {
		expr = ast.Unparen(expr)
		call, ok := expr.(*ast.CallExpr)
		if !ok {
			return expr
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !types.Identical(p.TypesInfo.TypeOf(sel.X), p.TypesInfo.TypeOf(call)) {
			return expr
		}
		expr = sel.X
	}
	return nil
}

// Named returns the field or variable that an expression names.
func Named(p *check.Pass, expr ast.Expr) *types.Var {
	if id, ok := expr.(*ast.Ident); ok {
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		return v
	}
	if expr == nil {
		return nil
	}
	return callmatch.Field(p.TypesInfo, expr)
}
