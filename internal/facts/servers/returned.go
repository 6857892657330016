package servers

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// distinguishes reports whether a body mentions the error of an orderly shutdown.
func (f *finder) distinguishes(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, isVar := f.info.Uses[id].(*types.Var)
			found = found || isVar && v.Name() == "ErrServerClosed"
		}
		return !found
	})
	return found
}

// returned reports whether the result of a call is returned, or a variable that it is assigned to.
func (f *finder) returned(body *ast.BlockStmt, call *ast.CallExpr) bool {
	var err types.Object
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && ast.Unparen(n.Rhs[0]) == ast.Expr(call) {
				if id, ok := n.Lhs[len(n.Lhs)-1].(*ast.Ident); ok {
					err = f.info.ObjectOf(id)
				}
			}
		case *ast.ReturnStmt:
			found = found || f.mentions(n, call, err)
		}
		return !found
	})
	return found
}

// mentions reports whether a return has the call, or the error, among its results.
func (f *finder) mentions(ret *ast.ReturnStmt, call *ast.CallExpr, err types.Object) bool {
	found := false
	ast.Inspect(ret, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || n == ast.Node(call) || ok && err != nil && callmatch.IsError(err.Type()) && f.info.Uses[id] == err
		return !found
	})
	return found
}
