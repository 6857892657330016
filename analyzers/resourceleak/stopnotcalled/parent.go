package stopnotcalled

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// parentEnds returns the call that derives the parent of a context in the same pass of the same
// function, where the function that cancels the parent is kept:
//
//	parent, cancel := context.WithCancelCause(ctx)
//	ctx, _ = context.WithTimeout(parent, limit)
//	defer cancel(nil)
//
// The end of the parent releases what is derived from it, and the parent is a candidate of its own.
func parentEnds(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *ast.CallExpr {
	fn, ok := astindex.FuncAround(cur)
	if !ok || len(call.Args) == 0 || catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "" {
		return nil
	}
	parent, ok := callmatch.Object(p.TypesInfo, call.Args[0]).(*types.Var)
	if !ok {
		return nil
	}
	def, ok := ast.Unparen(localvar.Value(p.TypesInfo, fn.Node(), parent)).(*ast.CallExpr)
	if !ok || catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, def)] == "" || inLaterLoop(cur, def) {
		return nil
	}
	defined, ok := fn.FindNode(def)
	if !ok {
		return nil
	}
	assign, ok := defined.Parent().Node().(*ast.AssignStmt)
	if !ok || droppedCancel(p, assign, def) >= 0 {
		return nil
	}
	return def
}

// inLaterLoop reports whether a loop around cur makes many contexts of one parent, which stay with it.
func inLaterLoop(cur inspector.Cursor, parent *ast.CallExpr) bool {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if parent.Pos() < n.Pos() {
				return true
			}
		default:
			return false
		}
	}
	return false
}
