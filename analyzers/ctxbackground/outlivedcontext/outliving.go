package outlivedcontext

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// An outliver is a goroutine that works with a context which ends when the function that
// starts it returns.
type outliver struct {
	start inspector.Cursor // the go statement, or the call of a starter
	fn    inspector.Cursor // the function around it
	lit   *ast.FuncLit     // nil for a goroutine that is one call
	decl  *ast.FuncDecl    // the function that it calls with the request, nil if it works with a context
	end   *endBehind
	uses  []inspector.Cursor // the context, as argument
	calls []inspector.Cursor // of these calls
}

// outliving returns what a goroutine does with a context that ends before it, nil if
// there is nothing, or if the goroutine asks for that end itself.
func outliving(p *check.Pass, in *inspector.Inspector, s astindex.Start) *outliver {
	start, fn := syntax.CursorAt(in.Root(), s.Node), syntax.CursorAt(in.Root(), s.In)
	u := &outliver{start: start, fn: fn, lit: s.Lit}
	body := start
	if s.Lit != nil {
		body = syntax.CursorAt(in.Root(), s.Lit)
	} else if _, isGo := s.Node.(*ast.GoStmt); !isGo {
		return nil
	}
	for call := range body.Preorder((*ast.CallExpr)(nil)) {
		u.gets(p, s, call)
		u.awaits(p, call)
	}
	if len(u.uses) == 0 && s.Lit == nil {
		u.carries(p, s)
	}
	if len(u.uses) == 0 || s.Lit != nil && !u.end.starts && asksForEnd(p, s.Lit.Body) {
		return nil
	}
	return u
}

// gets adds the context that a call of the goroutine is given, if it ends before.
func (u *outliver) gets(p *check.Pass, s astindex.Start, call inspector.Cursor) {
	expr := call.Node().(*ast.CallExpr)
	if tv := p.TypesInfo.Types[expr.Fun]; !tv.IsValue() || ctxflow.MakesContext(p, expr) || s.Lit != nil && expr.Fun == ast.Expr(s.Lit) {
		return
	}
	fn := callmatch.Callee(p.TypesInfo, expr)
	for i, arg := range expr.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) || ctxuse.Of(p.Pass).IdleCall(expr, i) || fn != nil && ctxflow.ReturnsContext(fn) {
			continue
		}
		given := handed(p, s, arg)
		end := endsBehind(p, u.fn, syntax.CursorAt(call, given))
		if end == nil && !(fn != nil && ctxuse.Of(p.Pass).Asks(fn, i)) { // what asks for the end belongs to its caller
			end = endsWithCaller(p, u.fn, syntax.CursorAt(call, given), 2)
		}
		if end == nil || u.end != nil && ctxend.Path(p.TypesInfo, end.expr) != ctxend.Path(p.TypesInfo, u.end.expr) {
			continue
		}
		if u.end == nil {
			u.end = end
		}
		u.uses, u.calls = append(u.uses, syntax.CursorAt(call, arg)), append(u.calls, call)
	}
}

// handed returns the argument for a parameter of the goroutine's literal; arg itself if it
// is no parameter.
//
//	go func(ctx context.Context) { … }(r.Context())
func handed(p *check.Pass, s astindex.Start, arg ast.Expr) ast.Expr {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok || s.Lit == nil || ast.Unparen(s.Call.Fun) != ast.Expr(s.Lit) {
		return arg
	}
	if value := (&ctxend.Region{P: p, Scope: s.Lit, Ctx: id}).Value(id); value != nil {
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || !ctxend.EndsWithParent(p.TypesInfo, call) {
			return arg
		}
		if id, ok = ast.Unparen(call.Args[0]).(*ast.Ident); !ok {
			return arg
		}
	}
	sig := p.TypesInfo.TypeOf(s.Lit).(*types.Signature)
	for i := range sig.Params().Len() {
		if p.TypesInfo.Uses[id] == sig.Params().At(i) && i < len(s.Call.Args) {
			return s.Call.Args[i]
		}
	}
	return arg
}
