package doublelock

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// needed reports whether a statement uses more than local variables and what takes
// the lock itself.
func (s *section) needed(p *check.Pass, stmt ast.Stmt) bool {
	needs := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt:
			needs = true
		case *ast.StarExpr:
			needs = needs || !p.TypesInfo.Types[n].IsType()
		case *ast.IndexExpr:
			needs = needs || !p.TypesInfo.Types[n.Index].IsType() && !s.ownSlice(p, n.X)
		case *ast.UnaryExpr:
			needs = needs || n.Op == token.ARROW || n.Op == token.AND
		case *ast.Ident:
			v, ok := p.TypesInfo.ObjectOf(n).(*types.Var)
			needs = needs || ok && (v.IsField() || v.Parent() == p.Pkg.Scope())
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			errorText := fn != nil && fn.Pkg() == nil // error's only method
			needs = needs || !errorText && !slices.Contains(s.takers, fn) && !slices.Contains(s.calls, n.Lparen) && !source.IsShort(p, n) && !getsNothing(p, fn, n)
		}
		return !needs
	})
	return needs
}

// getsNothing reports whether a call of another package is given nothing by which it
// could get to what the lock guards: values alone.
//
//	handle, err := at.AsHandle()
func getsNothing(p *check.Pass, fn *types.Func, call *ast.CallExpr) bool {
	if fn == nil || fn.Pkg() == p.Pkg {
		return false
	}
	given := slices.Clone(call.Args)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] != nil {
		given = append(given, sel.X)
	}
	return !slices.ContainsFunc(given, func(expr ast.Expr) bool { return !plain(p.TypesInfo.TypeOf(expr), 4) })
}

// plain reports whether a value of type t leads nowhere else.
func plain(t types.Type, depth int) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Array:
		return depth > 0 && plain(t.Elem(), depth-1)
	case *types.Struct:
		for field := range t.Fields() {
			if depth == 0 || !plain(field.Type(), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// ownSlice reports whether expr is a slice that is got in the section, and so from what
// it calls: one from before may be what the lock guards.
func (s *section) ownSlice(p *check.Pass, expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	_, isSlice := p.TypesInfo.TypeOf(id).Underlying().(*types.Slice)
	return isSlice && p.TypesInfo.Uses[id].Pos() > s.acquire.Pos()
}
