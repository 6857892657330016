package cancelledctxcleanup

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// failedBefore returns the last call in the function that defers the literal around cur that is passed
// the same context and can fail, where the literal acts on an error of that function; nil if there is
// none, or if nothing can cancel the context.
//
//	defer func() {
//		if err != nil {
//			u.store.Abort(ctx, id)
//		}
//	}()
func failedBefore(p *check.Pass, cur, lit inspector.Cursor) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	around, deferred := deferredIn(cur)
	if kind, _ := lit.ParentEdge(); kind != edge.CallExpr_Fun || !deferred || !onFailure(p, cur, lit) {
		return nil
	}
	from := ctxend.Ancestry(p, astindex.DeclAround(cur), call.Args[0])
	given := ctxend.RootVar(p, from[len(from)-1])
	if _, ok := syntax.GivenTo(p, around, given); !ok || ctxscope.AlwaysRoot(p.Pass, cur, given) {
		return nil
	}
	paths, last := pathsOf(p, cur), (*ast.CallExpr)(nil)
	for c := range around.Preorder((*ast.CallExpr)(nil)) {
		other := c.Node().(*ast.CallExpr)
		fn := callmatch.Callee(p.TypesInfo, other)
		if other.Pos() > lit.Node().End() && len(other.Args) > 0 && slices.Contains(paths, ctxend.Path(p.TypesInfo, other.Args[0])) &&
			fn != nil && callmatch.CanFail(fn.Signature()) && !ctxflow.MakesContext(p, other) {
			last = other
		}
	}
	return last
}

// onFailure reports whether code in a literal runs only where an error from outside of it is not nil.
func onFailure(p *check.Pass, cur, lit inspector.Cursor) bool {
	outside := func(cond ast.Expr, op token.Token) bool {
		bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
		if !ok || bin.Op != op || !p.TypesInfo.Types[bin.Y].IsNil() {
			return false
		}
		id, ok := ast.Unparen(bin.X).(*ast.Ident)
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		return ok && v != nil && callmatch.IsError(v.Type()) && v.Pos() < lit.Node().Pos()
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil)) {
		stmt, ok := c.Node().(*ast.IfStmt)
		if !ok {
			break
		}
		if cur.Node().Pos() > stmt.Body.Pos() && cur.Node().End() < stmt.Body.End() && outside(stmt.Cond, token.NEQ) {
			return true
		}
	}
	for _, stmt := range lit.Node().(*ast.FuncLit).Body.List { // if err == nil { return }
		test, ok := stmt.(*ast.IfStmt)
		if ok && test.End() < cur.Node().Pos() && outside(test.Cond, token.EQL) && syntax.Leaves(test.Body.List) {
			return true
		}
	}
	return false
}

// removes reports whether the call at cur may take back what a call before it has made, on the same
// thing or of the same: nothing else says that a Delete is one that undoes. A function of the package
// has to change what lasts.
func removes(p *check.Pass, cur inspector.Cursor, fn *types.Func) bool {
	if astindex.Of(p.Pass).Decls[fn.Origin()] != nil && !lasting.Of(p.Pass).Changes(fn) {
		return false
	}
	return calledBefore(p, cur, func(made *types.Func, _ *ast.CallExpr) bool { return catalog.Unmakes(fn.Name(), made.Name()) })
}
