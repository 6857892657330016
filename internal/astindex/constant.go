package astindex

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// maxFixed limits the calls that are followed.
const maxFixed = 4

// FailsByConstants reports whether a call fails on each start of the program, or never: it is one of
// [catalog.FailsByConstants] with a constant argument, or with what another one of them returns.
func FailsByConstants(info *types.Info, scope ast.Node, call *ast.CallExpr) bool {
	return fixed(info, scope, call, maxFixed)
}

// fixed reports whether the program fixes what a call does.
func fixed(info *types.Info, scope ast.Node, call *ast.CallExpr, depth int) bool {
	row, ok := catalog.FailsByConstants[callmatch.CalleeName(info, call)]
	return ok && (row.Arg < 0 || row.Arg < len(call.Args) && constant(info, scope, call.Args[row.Arg], depth))
}

// constant reports whether an expression is a constant, or what a call returns that the program fixes.
func constant(info *types.Info, scope ast.Node, expr ast.Expr, depth int) bool {
	if info.Types[expr].Value != nil {
		return true
	}
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok || depth == 0 {
			return false
		}
		value := localvar.Value(info, scope, v)
		return value != nil && constant(info, scope, value, depth-1)
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return constant(info, scope, e.Args[0], depth)
		}
		return fixed(info, scope, e, depth)
	}
	return false
}
