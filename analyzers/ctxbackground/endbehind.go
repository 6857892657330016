package ctxbackground

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

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
	scope := outermost(cur)
	for _, ctx := range ancestry(p, scope, expr) {
		v := rootVar(p, ctx)
		if call, ok := ctx.(*ast.CallExpr); ok {
			handler, given := givenTo(p, fn, v)
			if given && callmatch.CalleeName(p.TypesInfo, call) == "(*net/http.Request).Context" && !givesResponse(p, handler) {
				return &endBehind{expr: ctx, pos: v.Pos(), fn: handler, how: functionName(handler) + " returns"}
			}
			continue
		}
		if v == nil || !within(fn.Node(), v) {
			continue
		}
		r := &region{p: p, scope: scope, ctx: ctx, path: path(p.TypesInfo, ctx)}
		if d := r.deferredCancel(fn); d != nil {
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

// deferredCancel returns the statement by which fn defers the context's end, nil if there
// is none.
func (r *region) deferredCancel(fn inspector.Cursor) *ast.DeferStmt {
	for cur := range fn.Preorder((*ast.DeferStmt)(nil)) {
		d := cur.Node().(*ast.DeferStmt)
		if around, ok := innermost(cur); ok && around == fn && r.cancels(d) {
			return d
		}
	}
	return nil
}

func signatureOf(p *check.Pass, fn inspector.Cursor) *types.Signature {
	var t types.Type
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		t = p.TypesInfo.Defs[fn.Name].Type()
	case *ast.FuncLit:
		t = p.TypesInfo.TypeOf(fn)
	}
	return t.(*types.Signature)
}

// givenTo returns the function whose parameter v is: fn, or one around it that calls it.
func givenTo(p *check.Pass, fn inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for ok := true; ok; fn, ok = calledBy(p, fn) {
		for param := range signatureOf(p, fn).Params().Variables() {
			if param == v {
				return fn, true
			}
		}
	}
	return fn, false
}

// givesResponse reports whether fn returns a response: its request is one of a client.
func givesResponse(p *check.Pass, fn inspector.Cursor) bool {
	for v := range signatureOf(p, fn).Results().Variables() {
		if callmatch.TypeName(v.Type()) == "net/http.Response" {
			return true
		}
	}
	return false
}

// answers reports whether fn is given what a handler answers with.
func answers(p *check.Pass, fn inspector.Cursor) bool {
	for v := range signatureOf(p, fn).Params().Variables() {
		name := callmatch.TypeName(v.Type())
		if name == "net/http.ResponseWriter" || name != "net/http.Request" && catalog.ContextCarriers[name] != "" {
			return true
		}
	}
	return false
}
