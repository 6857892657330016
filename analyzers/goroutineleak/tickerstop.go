package goroutineleak

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stoppedByOthers reports whether the ticker that a loop ranges over is one that somebody
// else stops, or is given to stop, in the belief that this ends the loop: another function
// of the package than the goroutine's calls Stop on it, or the one that makes it returns it.
func stoppedByOthers(p *check.Pass, cur inspector.Cursor, loop *ast.RangeStmt) bool {
	sel, ok := ast.Unparen(loop.X).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if s := p.TypesInfo.Selections[sel]; s != nil && len(s.Index()) > 1 {
		return true // an embedded ticker gives its Stop to the type
	}
	field, local := callmatch.Field(p.TypesInfo, sel.X), callmatch.Root(p.TypesInfo, sel.X)
	same := func(x ast.Expr) bool {
		if field != nil {
			return callmatch.Field(p.TypesInfo, x) == field
		}
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && local != nil && p.TypesInfo.Uses[id] == local
	}
	goroutine, _ := enclosing(p, cur)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for c := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			fun, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || fun.Sel.Name != "Stop" || !same(fun.X) {
				continue
			}
			if !within(goroutine, n.Pos()) { // a literal that it defers is its own
				return true
			}
		case *ast.ReturnStmt:
			if slices.ContainsFunc(n.Results, same) {
				return true
			}
		}
	}
	return false
}
