package ctxbackground

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

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
		return fixDerived(p, cur, derived)
	}
	e := p.Edit(call.Pos())
	timeout := seconds(p, e, call.Pos(), 5)
	source := p.Source(call.Args[0])
	if deferred, ok := cur.Parent().Node().(*ast.DeferStmt); ok {
		detach := detachCall(p, e, call, source, timeout)
		indent := "\n" + e.Indent(deferred.Pos())
		e.Replace(call.Pos(), call.Args[0].Pos(), "func() {"+indent+"\tctx, cancel := "+detach+indent+"\tdefer cancel()"+
			indent+"\t"+e.Text(call.Pos(), call.Args[0].Pos()))
		e.Replace(call.Args[0].Pos(), call.Args[0].End(), "ctx")
		e.Insert(call.End(), indent+"}()")
		return e.Fix("Pass it a new context: "+detach, "")
	}
	stmt, ok := statement(cur)
	if !ok {
		return nil
	}
	detach := detachCall(p, e, call, source, timeout)
	ctx, cancel := freeName(p, cur, "cleanupCtx"), freeName(p, cur, "cancelCleanup")
	e.Before(stmt.Node(), ctx+", "+cancel+" := "+detach, "defer "+cancel+"()")
	e.Replace(call.Args[0].Pos(), call.Args[0].End(), ctx)
	return e.Fix("Pass it a new context: "+detach, "")
}

// detachCall returns source for a context that has the values of ctx and a
// deadline instead of its end.
func detachCall(p *check.Pass, e *edit.Builder, at ast.Node, ctx, timeout string) string {
	if pkg := edit.ImportName(p.Pass, at.Pos(), "context"); p.Stdlib() && pkg != "" {
		return fmt.Sprintf("%s.WithTimeout(%s.WithoutCancel(%s), %s)", pkg, pkg, ctx, timeout)
	}
	return fmt.Sprintf("%s.Detach(%s, %s)", e.Import(at.Pos(), p.Lifecycle(), "lifecycle"), ctx, timeout)
}

// withTimeout returns the call that sets a deadline for the context expr.
func withTimeout(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *ast.CallExpr {
	r := &region{p: p, scope: outermost(cur), ctx: expr}
	value := r.value(expr)
	if value == nil {
		value = expr
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if ok && endsWithParent(p.TypesInfo, call) && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" &&
		endedAt(p, cursorAt(cur, call), call.Args[0]) != nil {
		return call
	}
	return nil
}

func cursorAt(cur inspector.Cursor, n ast.Node) inspector.Cursor {
	c, _ := cur.Inspector().Root().FindNode(n)
	return c
}

// fixDerived detaches where the deadline is set.
func fixDerived(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	e := p.Edit(call.Pos())
	parent := p.Source(call.Args[0])
	sel, ok := call.Fun.(*ast.SelectorExpr)
	simple := ok && callmatch.CalleeName(p.TypesInfo, call) == "context.WithTimeout"
	if simple && !p.Stdlib() && edit.KeepsImport(p.TypesInfo, fileOf(cur), sel, func(s *ast.SelectorExpr) bool { return s.Sel.Name == "WithTimeout" }) {
		detach := e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".Detach"
		e.Replace(call.Fun.Pos(), call.Fun.End(), detach)
		return e.Fix("Detach it from "+parent+" with "+detach, "")
	}
	pkg := edit.ImportName(p.Pass, call.Pos(), "context")
	if pkg == "" {
		return nil
	}
	e.Replace(call.Args[0].Pos(), call.Args[0].End(), pkg+".WithoutCancel("+parent+")")
	return e.Fix("Detach it from "+parent+" with "+pkg+".WithoutCancel", "")
}

func fileOf(cur inspector.Cursor) *ast.File {
	for c := range cur.Enclosing((*ast.File)(nil)) {
		return c.Node().(*ast.File)
	}
	return nil
}
