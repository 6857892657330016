package sharedcallcallerctx

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixShared gives the shared execution a context of its own, made inside: that is right for
// Do and DoChan alike, but not for a direct call of the function. An execution that sets
// its own limit keeps that.
func fixShared(p *check.Pass, cur inspector.Cursor, shared, use ast.Expr) *edit.Fix {
	lit := cur.Node().(*ast.FuncLit)
	id, ok := use.(*ast.Ident)
	if !ok || len(lit.Body.List) == 0 || ctxflow.MakesLiving(p, lit.Body) {
		return nil
	}
	if v := ctxend.RootVar(p, shared); v != nil && len(astindex.Of(p.Pass).Uses[v]) > 1 {
		return nil
	}
	if call := onlyDeadline(p, cur, id); call != nil {
		return fixes.FixDerived(p, cur, call)
	}
	e := p.Edit(lit.Pos())
	detach := fixes.DetachCall(p, e, lit, id.Name, syntax.Seconds(p, e, lit.Pos(), 30))
	e.Before(lit.Body.List[0], id.Name+", cancel := "+detach, "defer cancel()")
	return e.Fix("Detach the shared execution: "+detach, "it is canceled after 30 s, not when its callers are canceled")
}

// onlyDeadline returns the call that derives a context with a deadline from id, where
// that is all that the literal does with it.
func onlyDeadline(p *check.Pass, lit inspector.Cursor, id *ast.Ident) *ast.CallExpr {
	v := p.TypesInfo.Uses[id]
	for cur := range lit.Preorder((*ast.Ident)(nil)) {
		if other := cur.Node().(*ast.Ident); other != id && p.TypesInfo.Uses[other] == v {
			return nil
		}
	}
	call, ok := syntax.CursorAt(lit, id).Parent().Node().(*ast.CallExpr)
	if !ok || call.Args[0] != id || catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] != "deadline" {
		return nil
	}
	return call
}
