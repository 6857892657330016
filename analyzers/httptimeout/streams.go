package httptimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// streams reports whether the answer to the call at cur is read piece by piece,
// as server-sent events and long polls are, or handed on so: a limit on the call
// would cut it.
func streams(info *types.Info, cur inspector.Cursor) bool {
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return false
	}
	resp, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			name := callmatch.CalleeName(info, call)
			if catalog.AnswerFlushes[name] || catalog.StreamReaders[name] && mentions(info, call.Args, info.ObjectOf(resp)) {
				return true
			}
		}
	}
	return false
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
