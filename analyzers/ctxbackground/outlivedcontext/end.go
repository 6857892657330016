package outlivedcontext

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// endsBehind returns what ends the context at cur when fn returns, nil if nothing does.
func endsBehind(p *check.Pass, fn, cur inspector.Cursor) *endBehind {
	expr, ok := cur.Node().(ast.Expr)
	if !ok || !ctxscope.IsContext(p.TypesInfo.TypeOf(expr)) {
		return nil
	}
	scope := astindex.DeclAround(cur)
	for _, ctx := range ctxend.Ancestry(p, scope, expr) {
		v := ctxend.RootVar(p, ctx)
		if call, ok := ctx.(*ast.CallExpr); ok {
			handler, given := syntax.GivenTo(p, fn, v)
			if given && catalog.HandlerContexts[callmatch.CalleeName(p.TypesInfo, call)] && !givesResponse(p, handler) {
				return &endBehind{expr: ctx, pos: v.Pos(), fn: handler, how: functionName(handler) + " returns"}
			}
			continue
		}
		if handler, given := syntax.GivenTo(p, fn, v); v != nil && given && callmatch.AnswersCall(syntax.SignatureOf(p, handler)) {
			return &endBehind{expr: ctx, pos: v.Pos(), fn: handler, how: functionName(handler) + " returns"}
		} else if v != nil && given && !detached(p, scope, ctx) {
			if how := startHook(p, handler); how != "" {
				return &endBehind{expr: ctx, pos: v.Pos(), fn: handler, how: how, starts: true}
			}
		}
		if v == nil || !syntax.Within(fn.Node(), v) {
			continue
		}
		r := &ctxend.Region{P: p, Scope: scope, Ctx: ctx, Path: ctxend.Path(p.TypesInfo, ctx)}
		if d := r.DeferredCancel(fn); d != nil {
			return &endBehind{expr: ctx, pos: d.Pos(), fn: fn, how: functionName(fn) + " returns and its deferred cancel runs", deferred: true}
		}
	}
	return nil
}

func functionName(fn inspector.Cursor) string {
	if decl, ok := fn.Node().(*ast.FuncDecl); ok {
		return decl.Name.Name
	}
	return "the enclosing function"
}

// givesResponse reports whether fn returns a response: its request is one of a client.
func givesResponse(p *check.Pass, fn inspector.Cursor) bool {
	for v := range syntax.SignatureOf(p, fn).Results().Variables() {
		if callmatch.TypeName(v.Type()) == "net/http.Response" {
			return true
		}
	}
	return false
}

// answers reports whether fn is given what a handler answers with, or answers a call by what it
// returns.
func answers(p *check.Pass, fn inspector.Cursor) bool {
	if callmatch.AnswersCall(syntax.SignatureOf(p, fn)) {
		return true
	}
	for v := range syntax.SignatureOf(p, fn).Params().Variables() {
		name := callmatch.TypeName(v.Type())
		if name == "net/http.ResponseWriter" || callmatch.IsServerStream(v.Type()) || name != "net/http.Request" && catalog.ContextCarriers[name] != "" {
			return true
		}
	}
	return false
}
