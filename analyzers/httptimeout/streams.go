package httptimeout

import (
	"go/ast"
	"go/types"
	"iter"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// streams reports whether the answer to the call at cur is read piece by piece,
// as server-sent events and long polls are, or handed on so: a limit on the call
// would cut it.
func streams(info *types.Info, cur inspector.Cursor) bool {
	if _, ok := cur.Parent().Node().(*ast.AssignStmt); !ok {
		return false
	}
	for c := range around(cur) {
		if catalog.AnswerFlushes[callmatch.CalleeName(info, c.Node().(*ast.CallExpr))] {
			return true
		}
	}
	for c := range readers(info, cur) {
		if catalog.StreamReaders[callmatch.CalleeName(info, c.Node().(*ast.CallExpr))] {
			return true
		}
	}
	return false
}

// readers yields the calls of the function around the call at cur that are given
// what it returns.
func readers(info *types.Info, cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		resp := answerOf(info, cur)
		for c := range around(cur) {
			if mentions(info, c.Node().(*ast.CallExpr).Args, resp) && !yield(c) {
				return
			}
		}
	}
}

// answerOf returns the variable that the call at cur is assigned to, or nil.
func answerOf(info *types.Info, cur inspector.Cursor) types.Object {
	if assign, ok := cur.Parent().Node().(*ast.AssignStmt); ok {
		if resp, ok := assign.Lhs[0].(*ast.Ident); ok {
			return info.ObjectOf(resp)
		}
	}
	return nil
}

// around yields the calls of the function around cur.
func around(cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Preorder((*ast.CallExpr)(nil))
	}
	return func(func(inspector.Cursor) bool) {}
}

func mentions(info *types.Info, exprs []ast.Expr, obj types.Object) bool {
	found := false
	for _, expr := range exprs {
		ast.Inspect(expr, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && obj != nil && info.Uses[id] == obj
			return !found
		})
	}
	return found
}
