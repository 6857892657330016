package leftopen

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// mentions reports whether a node has an expression that is written as a field is.
func mentions(info *types.Info, in ast.Node, field *ast.SelectorExpr) (found bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && callmatch.SameValue(info, sel, field)
		return !found
	})
	return found
}

// handlesField reports whether a node closes what a field has, tests whether it has anything, or gives it to
// other code: it does not where it only passes it to a function of the standard library, which reads it.
func handlesField(info *types.Info, in ast.Node, field *ast.SelectorExpr) (found bool) {
	read := make(map[ast.Expr]bool)
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := callmatch.Callee(info, n); fn != nil && fn.Signature().Recv() == nil && callmatch.Std(fn) {
				for _, arg := range n.Args {
					read[ast.Unparen(arg)] = true
				}
			}
		case *ast.SelectorExpr:
			found = found || !read[n] && callmatch.SameValue(info, n, field)
		}
		return !found
	})
	return found
}

// ownFailure reports whether a return is in the branch to which the error of a call leads, the first that tests
// one after it.
func ownFailure(fn ast.Node, call *ast.CallExpr, ret *ast.ReturnStmt, info *types.Info) bool {
	var first *ast.IfStmt
	ast.Inspect(fn, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if ok && test.Cond.Pos() > call.Pos() && callmatch.TestedError(info, test.Cond) != nil && (first == nil || test.Pos() < first.Pos()) {
			first = test
		}
		return true
	})
	return first != nil && first.Body.Pos() <= ret.Pos() && ret.Pos() < first.Body.End()
}
