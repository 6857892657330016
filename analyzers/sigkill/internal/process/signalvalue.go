package process

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// IsKill reports whether expr is SIGKILL: a constant, os.Kill, or a variable that
// never holds anything else.
func IsKill(p *check.Pass, cur inspector.Cursor, expr ast.Expr) bool {
	return SignalIs(p, cur, expr, 9, catalog.KillValues)
}

// SignalIs reports whether expr is the signal of that number, or one of vars, by their
// names.
func SignalIs(p *check.Pass, cur inspector.Cursor, expr ast.Expr, number int64, vars map[string]bool) bool {
	if v := p.TypesInfo.Types[expr].Value; v != nil {
		n, ok := constant.Int64Val(constant.ToInt(v))
		return ok && n == number
	}
	expr = ast.Unparen(expr)
	id, ok := expr.(*ast.Ident)
	if sel, isSel := expr.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil {
		return false
	}
	if vars[v.Pkg().Path()+"."+v.Name()] && v.Parent() == v.Pkg().Scope() {
		return true
	}
	value := LocalValue(p, cur, expr)
	return value != nil && value != expr && SignalIs(p, cur, value, number, vars)
}

// LocalValue returns what the local variable expr holds for its whole life, nil
// if it is none.
func LocalValue(p *check.Pass, cur inspector.Cursor, expr ast.Expr) ast.Expr {
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == p.Pkg.Scope() {
		return nil
	}
	return localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
}
