package contextoutsidegroup

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// An outsider is a goroutine of a group that ends with the context from outside of it.
type outsider struct {
	at   inspector.Cursor // the call that starts it
	use  ast.Expr         // decides when it returns
	uses []ast.Expr
}

// outsiderOf returns the goroutine that a literal is, nil if it does not wait for the context, or
// uses that of the group as well.
func outsiderOf(p *check.Pass, g *group, lit *ast.FuncLit, at inspector.Cursor) *outsider {
	o := &outsider{at: at, use: ends(p, lit, g)}
	inner := false
	ast.Inspect(lit, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if id, ok := expr.(*ast.Ident); ok && g.inner != nil && p.TypesInfo.ObjectOf(id) == g.inner {
			inner = true
		}
		if g.isOuter(p, expr) {
			o.uses = append(o.uses, expr)
			return false
		}
		return true
	})
	if inner || o.use == nil {
		return nil
	}
	return o
}

// repeated reports whether a loop after the group is made starts a goroutine.
func repeated(made, start inspector.Cursor) bool {
	for c := range start.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return c.Node().Pos() > made.Node().End()
	}
	return false
}

// ends returns the use of the outer context that decides when a function returns: it waits for its
// end, or calls what may take until then.
func ends(p *check.Pass, lit *ast.FuncLit, g *group) ast.Expr {
	var found ast.Expr
	ast.Inspect(lit, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" && g.isOuter(p, sel.X) {
			found = sel.X
		}
		for i, arg := range call.Args {
			if g.isOuter(p, arg) && !catalog.ContextDetaches[callmatch.CalleeName(p.TypesInfo, call)] && !ctxuse.Of(p.Pass).IdleCall(call, i) {
				found = arg
			}
		}
		return found == nil
	})
	return found
}
