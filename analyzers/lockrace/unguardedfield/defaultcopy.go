package unguardedfield

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// copyDefault gives the function a copy of the object that others share, where a local variable stands
// for that:
//
//	own := *websocket.DefaultDialer
//	dialer := &own
func copyDefault(p *check.Pass, expr ast.Expr) *edit.Fix {
	sel, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return nil
	}
	path := source.PathTo(p, id.Pos())
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() || len(path) < 2 {
		return nil
	}
	value, ok := localvar.Value(p.TypesInfo, path[len(path)-2], v).(*ast.SelectorExpr)
	scope := p.Pkg.Scope().Innermost(id.Pos())
	if _, used := scope.LookupParent("own", id.Pos()); !ok || used != nil {
		return nil
	}
	stmts := source.PathTo(p, value.Pos())
	for i, n := range stmts[:len(stmts)-1] {
		stmt, ok := n.(ast.Stmt)
		if !ok || astindex.Stmts(stmts[i+1]) == nil {
			continue
		}
		e, text := p.Edit(expr.Pos()), p.Source(value)
		e.Before(stmt, "own := *"+text)
		e.Replace(value.Pos(), value.End(), "&own")
		return e.Fix("Set it in a copy of "+text, "other users of "+text+" no longer get the settings")
	}
	return nil
}
