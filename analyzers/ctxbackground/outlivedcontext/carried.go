package outlivedcontext

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// carries adds what a goroutine that is one call of a function of the package does with the context of the
// request which it is passed:
//
//	func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { go g.mirror(r) }
//	func (g *Gateway) mirror(r *http.Request) { send(r.Context()) }
func (u *outliver) carries(p *check.Pass, s astindex.Start) {
	decl := astindex.Of(p.Pass).Decls[s.Func]
	if decl == nil || decl.Body == nil || asksForEnd(p, decl.Body) {
		return
	}
	for i, arg := range s.Call.Args {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		if !ok || i >= s.Func.Signature().Params().Len() {
			continue
		}
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		handler, given := syntax.GivenTo(p, u.fn, v)
		if v == nil || !given || givesResponse(p, handler) {
			continue
		}
		u.worksWith(p, syntax.CursorAt(u.start.Inspector().Root(), decl), s.Func.Signature().Params().At(i))
		if len(u.uses) > 0 {
			u.decl = decl
			u.end = &endBehind{expr: u.uses[0].Node().(ast.Expr), pos: v.Pos(), fn: handler, how: functionName(handler) + " returns"}
			return
		}
	}
}

// worksWith adds the calls in a function that are passed the context of a request which is its parameter.
func (u *outliver) worksWith(p *check.Pass, fn inspector.Cursor, request *types.Var) {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		for i, arg := range call.Args {
			if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) || ctxuse.Of(p.Pass).IdleCall(call, i) {
				continue
			}
			of, ok := ast.Unparen(arg).(*ast.CallExpr)
			if ok && catalog.HandlerContexts[callmatch.CalleeName(p.TypesInfo, of)] && ctxend.RootVar(p, of) == request {
				u.uses, u.calls = append(u.uses, syntax.CursorAt(cur, arg)), append(u.calls, cur)
			}
		}
	}
}
