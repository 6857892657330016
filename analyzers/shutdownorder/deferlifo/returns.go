package deferlifo

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// returnsItself reports whether the function that waits returns with an error of its own, while the
// context of its caller has not ended: outside of the cases that receive from a Done channel.
func returnsItself(p *check.Pass, wait order.Step) bool {
	cur, ok := syntax.CursorOf(p, wait.Expr)
	if !ok {
		return false
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	found := false
	ast.Inspect(astindex.FuncBody(fn.Node()), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			return n.Comm == nil || !calls(n.Comm, "Done")
		case *ast.IfStmt:
			if calls(n.Cond, "Err") {
				return false
			}
		case *ast.ReturnStmt:
			found = found || n.Pos() > wait.Expr.Pos() && len(n.Results) > 0 && fails(p, n)
		}
		return !found
	})
	return found
}

// calls reports whether a node calls a method of that name without arguments.
func calls(n ast.Node, method string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			return !found
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == method
		return !found
	})
	return found
}

// fails reports whether a return has an error that is not the constant nil.
func fails(p *check.Pass, ret *ast.ReturnStmt) bool {
	last := ret.Results[len(ret.Results)-1]
	return !p.TypesInfo.Types[last].IsNil() && callmatch.IsError(p.TypesInfo.TypeOf(last))
}
