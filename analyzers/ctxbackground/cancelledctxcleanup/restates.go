package cancelledctxcleanup

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// restates reports whether the call at cur stores the state of something that a method of the same value
// has claimed before:
//
//	if err := s.invoices.Claim(ctx, id); err != nil {
//		return err
//	}
//	defer func() {
//		if err != nil {
//			s.invoices.SetStatus(ctx, id, "open")
//		}
//	}()
func restates(p *check.Pass, cur inspector.Cursor, fn *types.Func) bool {
	call := cur.Node().(*ast.CallExpr)
	return catalog.Records(fn.Name()) && lasting.Of(p.Pass).Changes(fn) && calledBefore(p, cur, func(claim *types.Func, other *ast.CallExpr) bool {
		return catalog.TakesFor("release", claim.Name()) && sameArgument(p, call, other)
	})
}

// calledBefore reports whether the function has called a method of the same value with a context before
// the call at cur, for which match is true.
func calledBefore(p *check.Pass, cur inspector.Cursor, match func(*types.Func, *ast.CallExpr) bool) bool {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	on, found := ctxend.Path(p.TypesInfo, sel.X), false
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		other, ok := n.(*ast.CallExpr)
		if !ok || found || other.Pos() >= call.Pos() || len(other.Args) == 0 || !ctxscope.IsContext(p.TypesInfo.TypeOf(other.Args[0])) {
			return !found
		}
		fn := callmatch.Callee(p.TypesInfo, other)
		from, ok := ast.Unparen(other.Fun).(*ast.SelectorExpr)
		found = fn != nil && ok && on != "" && ctxend.Path(p.TypesInfo, from.X) == on && match(fn, other)
		return !found
	})
	return found
}

// sameArgument reports whether two calls are passed a common value apart from their contexts.
func sameArgument(p *check.Pass, call, other *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool {
		path := ctxend.Path(p.TypesInfo, arg)
		return path != "" && slices.ContainsFunc(other.Args[1:], func(expr ast.Expr) bool { return ctxend.Path(p.TypesInfo, expr) == path })
	})
}
