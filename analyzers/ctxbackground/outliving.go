package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An outliver is a goroutine that works with a context which ends when the function that
// starts it returns.
type outliver struct {
	start inspector.Cursor // the go statement, or the call of a starter
	fn    inspector.Cursor // the function around it
	lit   *ast.FuncLit     // nil for a goroutine that is one call
	end   *endBehind
	uses  []inspector.Cursor // the context, as argument
	calls []inspector.Cursor // of these calls
}

// outliving returns what a goroutine does with a context that ends before it, nil if
// there is nothing, or if the goroutine asks for that end itself.
func outliving(p *check.Pass, in *inspector.Inspector, s astindex.Start) *outliver {
	start, fn := cursorAt(in.Root(), s.Node), cursorAt(in.Root(), s.In)
	u := &outliver{start: start, fn: fn, lit: s.Lit}
	body := start
	if s.Lit != nil {
		body = cursorAt(in.Root(), s.Lit)
	} else if _, isGo := s.Node.(*ast.GoStmt); !isGo {
		return nil
	}
	for call := range body.Preorder((*ast.CallExpr)(nil)) {
		u.gets(p, s, call)
	}
	if len(u.uses) == 0 || s.Lit != nil && asksForEnd(p, s.Lit.Body) {
		return nil
	}
	return u
}

// gets adds the context that a call of the goroutine is given, if it ends before.
func (u *outliver) gets(p *check.Pass, s astindex.Start, call inspector.Cursor) {
	expr := call.Node().(*ast.CallExpr)
	if tv := p.TypesInfo.Types[expr.Fun]; !tv.IsValue() || makesContext(p, expr) || s.Lit != nil && expr.Fun == ast.Expr(s.Lit) {
		return
	}
	fn := callmatch.Callee(p.TypesInfo, expr)
	for i, arg := range expr.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) || ctxuse.Of(p.Pass).IdleCall(expr, i) || fn != nil && returnsContext(fn) {
			continue
		}
		given := handed(p, s, arg)
		end := endsBehind(p, u.fn, cursorAt(call, given))
		if end == nil || u.end != nil && path(p.TypesInfo, end.expr) != path(p.TypesInfo, u.end.expr) {
			continue
		}
		if u.end == nil {
			u.end = end
		}
		u.uses, u.calls = append(u.uses, cursorAt(call, arg)), append(u.calls, call)
	}
}

// handed returns what a parameter of the goroutine's literal is given; arg itself
// where it is none.
//
//	go func(ctx context.Context) { … }(r.Context())
func handed(p *check.Pass, s astindex.Start, arg ast.Expr) ast.Expr {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok || s.Lit == nil || ast.Unparen(s.Call.Fun) != ast.Expr(s.Lit) {
		return arg
	}
	if value := (&region{p: p, scope: s.Lit, ctx: id}).value(id); value != nil {
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || !endsWithParent(p.TypesInfo, call) {
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
				return &endBehind{expr: ctx, pos: v.Pos(), fn: handler, how: "the request has been answered, as soon as " + functionName(handler) + " returns"}
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
	return "the function around it"
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

// asksForEnd reports whether a goroutine waits for the end of a context itself.
func asksForEnd(p *check.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done"
		return !found
	})
	return found
}

// waits returns where the function waits for something behind the start, or when it
// returns: for the goroutine, or for what ends it.
func (u *outliver) waits(p *check.Pass) token.Pos {
	for cur := range u.end.fn.Preorder((*ast.UnaryExpr)(nil), (*ast.SelectStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		if waitsAt(p, cur.Node()) && (u.behind(cur) || u.deferred(cur)) {
			return cur.Node().Pos()
		}
	}
	return token.NoPos
}

func waitsAt(p *check.Pass, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.SelectStmt:
		return true
	case *ast.RangeStmt:
		_, ok := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
		return ok
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		return fn != nil && (catalog.Joins[callmatch.Name(fn)] || catalog.Words(fn.Name())[0] == "wait")
	}
	return false
}

// behind reports whether cur runs in the function itself, behind the start or in a later
// round of a loop around it.
func (u *outliver) behind(cur inspector.Cursor) bool {
	if around, ok := innermost(cur); !ok || around != u.fn && around != u.end.fn {
		return false
	}
	if cur.Node().Pos() > u.start.Node().End() {
		return true
	}
	for loop := range u.start.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch loop.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return loop.Node().Pos() <= cur.Node().Pos() && cur.Node().End() <= loop.Node().End() && !u.start.Contains(cur)
		}
		break
	}
	return false
}

// deferred reports whether cur is part of what the function defers.
func (u *outliver) deferred(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		around, ok := innermost(c)
		return ok && (around == u.fn || around == u.end.fn)
	}
	return false
}

// doubts are what speaks against the finding.
func (u *outliver) doubts(p *check.Pass) (list []check.Doubt) {
	fn, at := callmatch.Callee(p.TypesInfo, u.calls[0].Node().(*ast.CallExpr)), u.calls[0].Node().Pos()
	if fn != nil && !slices.ContainsFunc(u.calls, func(c inspector.Cursor) bool {
		return reaches(p, callmatch.Callee(p.TypesInfo, c.Node().(*ast.CallExpr)), 3)
	}) {
		list = append(list, check.Doubting(verdict.LocalWork, at))
	}
	if pos := u.stays(p); pos.IsValid() {
		list = append(list, check.Doubting(verdict.MayWait, pos))
	}
	if decl, ok := u.fn.Node().(*ast.FuncDecl); ok && decl.Recv == nil && decl.Name.Name == "main" {
		list = append(list, check.Doubting(verdict.Bootstrap, decl.Pos()))
	}
	if !u.end.deferred && !answers(p, u.end.fn) {
		list = append(list, check.Doubting(verdict.HandedIn, u.end.pos))
	}
	return list
}

// stays returns a call behind the start that may take as long as the goroutine does: it
// is given a context, too, has the name of something that serves, or loops.
func (u *outliver) stays(p *check.Pass) token.Pos {
	for cur := range u.end.fn.Preorder((*ast.CallExpr)(nil), (*ast.ForStmt)(nil)) {
		if !u.behind(cur) {
			continue
		}
		call, ok := cur.Node().(*ast.CallExpr)
		if !ok {
			if cur.Node().(*ast.ForStmt).Cond == nil {
				return cur.Node().Pos()
			}
			continue
		}
		if kind, _ := cur.ParentEdge(); kind == edge.GoStmt_Call || kind == edge.DeferStmt_Call {
			continue
		}
		if mayTakeLong(p, call) || u.end.deferred && !short(p, call) {
			return call.Pos()
		}
	}
	return token.NoPos
}

func mayTakeLong(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || ctxuse.Of(p.Pass).IdleCall(call, 0) && len(call.Args) > 0 && ctxscope.IsContext(p.TypesInfo.TypeOf(call.Args[0])) {
		return false
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) }) ||
		slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.BlockingWords[w] || catalog.StayWords[w] })
}

// short reports whether a call is one of the standard library, or a conversion or
// builtin, and none of those that may take long.
func short(p *check.Pass, call *ast.CallExpr) bool {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && catalog.ShortPackages[pkgPath(fn)]
}

func pkgPath(fn *types.Func) string {
	if fn.Pkg() == nil {
		return "" // error.Error
	}
	return fn.Pkg().Path()
}
