package cancelledctxcleanup

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixCleanup gives the cleanup a context of its own, with the same values: where
// one with a timeout was derived, there, and else before the call.
//
//	context.WithTimeout(ctx, d)  →  lifecycle.Detach(ctx, d)
func fixCleanup(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	call := cur.Node().(*ast.CallExpr)
	if derived := withTimeout(p, cur, call.Args[0]); derived != nil {
		return fixes.FixDerived(p, cur, derived)
	}
	e := p.Edit(call.Pos())
	timeout := syntax.Seconds(p, e, call.Pos(), 5)
	source := p.Source(call.Args[0])
	if deferred, ok := cur.Parent().Node().(*ast.DeferStmt); ok {
		detach := fixes.DetachCall(p, e, call, source, timeout)
		indent := "\n" + e.Indent(deferred.Pos())
		e.Replace(call.Pos(), call.Args[0].Pos(), "func() {"+indent+"\tctx, cancel := "+detach+indent+"\tdefer cancel()"+
			indent+"\t"+e.Text(call.Pos(), call.Args[0].Pos()))
		e.Replace(call.Args[0].Pos(), call.Args[0].End(), "ctx")
		e.Insert(call.End(), indent+"}()")
		return e.Fix("Pass it a new context: "+detach, "")
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	detach := fixes.DetachCall(p, e, call, source, timeout)
	ctx, cancel := syntax.FreeName(p, cur, "cleanupCtx"), syntax.FreeName(p, cur, "cancelCleanup")
	e.Before(stmt.Node(), ctx+", "+cancel+" := "+detach, "defer "+cancel+"()")
	e.Replace(call.Args[0].Pos(), call.Args[0].End(), ctx)
	return e.Fix("Pass it a new context: "+detach, "")
}

// withTimeout returns the call that sets a deadline for the context expr.
func withTimeout(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *ast.CallExpr {
	r := &ctxend.Region{P: p, Scope: astindex.DeclAround(cur), Ctx: expr}
	value := r.Value(expr)
	if value == nil {
		value = expr
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if ok && ctxend.EndsWithParent(p.TypesInfo, call) && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" &&
		(endedAt(p, syntax.CursorAt(cur, call), call.Args[0]) != nil || madeFor(cur, call)) {
		return call
	}
	return nil
}

// madeFor reports whether a context is made in the deferred literal in which the call at cur gets it.
func madeFor(cur inspector.Cursor, made *ast.CallExpr) bool {
	lit, ok := astindex.FuncAround(cur)
	around, deferred := deferredIn(cur)
	return ok && deferred && lit != around && lit.Node().Pos() < made.Pos() && made.Pos() < lit.Node().End()
}
