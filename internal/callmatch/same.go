package callmatch

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// SameValue reports whether two expressions are written alike and name the same constants, variables and
// functions, so that they have the same value where nothing is assigned between them.
func SameValue(info *types.Info, x, y ast.Expr) bool {
	x, y = ast.Unparen(x), ast.Unparen(y)
	if v, w := info.Types[x].Value, info.Types[y].Value; v != nil && w != nil {
		return v.Kind() == w.Kind() && constant.Compare(v, token.EQL, w)
	}
	switch x := x.(type) {
	case *ast.Ident:
		y, ok := y.(*ast.Ident)
		return ok && info.ObjectOf(x) != nil && info.ObjectOf(x) == info.ObjectOf(y)
	case *ast.SelectorExpr:
		y, ok := y.(*ast.SelectorExpr)
		if !ok || info.ObjectOf(x.Sel) != info.ObjectOf(y.Sel) {
			return false
		}
		return info.Selections[x] == nil || SameValue(info, x.X, y.X)
	case *ast.BinaryExpr:
		y, ok := y.(*ast.BinaryExpr)
		return ok && x.Op == y.Op && SameValue(info, x.X, y.X) && SameValue(info, x.Y, y.Y)
	case *ast.IndexExpr:
		y, ok := y.(*ast.IndexExpr)
		return ok && SameValue(info, x.X, y.X) && SameValue(info, x.Index, y.Index)
	case *ast.CallExpr:
		y, ok := y.(*ast.CallExpr)
		return ok && SameValue(info, x.Fun, y.Fun) && sameValues(info, x.Args, y.Args)
	}
	return false
}

func sameValues(info *types.Info, xs, ys []ast.Expr) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		if !SameValue(info, xs[i], ys[i]) {
			return false
		}
	}
	return true
}
