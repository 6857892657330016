package goroutineleak

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// signalOf returns the signal that a receive from ch waits for: the end of a
// context, or a channel that carries nothing.
func signalOf(info *types.Info, ch ast.Expr) *signal {
	if ch == nil {
		return nil
	}
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
		if ctx := contextCall(info, call, "Done"); ctx != nil {
			return &signal{path: ctx, ctx: true}
		}
		return nil
	}
	t, ok := info.TypeOf(ch).Underlying().(*types.Chan)
	if !ok {
		return nil
	}
	if st, ok := t.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return nil
	}
	return &signal{path: ch}
}

// errOf returns ctx of an if statement whose header asks ctx.Err().
func errOf(info *types.Info, n *ast.IfStmt) ast.Expr {
	var ctx ast.Expr
	find := func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ctx == nil {
			ctx = contextCall(info, call, "Err")
		}
		return true
	}
	ast.Inspect(n.Cond, find)
	if n.Init != nil {
		ast.Inspect(n.Init, find)
	}
	return ctx
}

// contextCall returns ctx when call is ctx.method() on a context.
func contextCall(info *types.Info, call *ast.CallExpr, method string) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method || len(call.Args) > 0 || !ctxscope.IsContext(info.TypeOf(sel.X)) {
		return nil
	}
	return sel.X
}
