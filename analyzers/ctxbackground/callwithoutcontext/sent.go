package callwithoutcontext

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An origin says what is known of the context of a request.
type origin int

const (
	withContext origin = iota // it has one, or may have
	others                    // other packages make it
	rootContext               // http.NewRequest makes it, in another function
)

// sentVariant is variantOf for a client that sends a request which another function has made.
//
//	func (c *client) do(ctx context.Context, req *http.Request) error {
//		resp, err := c.http.Do(req) // and not req.WithContext(ctx)
func sentVariant(p *check.Pass, cur inspector.Cursor) *variant {
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Name() != "Do" || len(call.Args) != 1 || !sendsRequest(fn.Signature()) {
		return nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return nil
	}
	req, ok := p.TypesInfo.Uses[id].(*types.Var)
	decl, inFunc := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || !inFunc || req.IsField() {
		return nil
	}
	v := &variant{call: call, fn: fn, name: id.Name + ".WithContext", source: "%s", request: req}
	if req.Kind() == types.ParamVar {
		v.made = passedIn(p, cur.Inspector(), decl, req)
		return v
	}
	made, ok := ast.Unparen(localvar.Value(p.TypesInfo, decl, req)).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if _, itself := catalog.HTTPRequests[callmatch.CalleeName(p.TypesInfo, made)]; itself {
		return nil // the call that makes it is a candidate itself
	}
	v.made = madeBy(p, made)
	return v
}

// sendsRequest reports whether a method sends a request, as that of http.Client, or of an interface that
// stands for it.
func sendsRequest(sig *types.Signature) bool {
	return sig.Recv() != nil && sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		callmatch.IsType(callmatch.Deref(sig.Params().At(0).Type()), "net/http.Request") &&
		callmatch.IsType(callmatch.Deref(sig.Results().At(0).Type()), "net/http.Response")
}

// passedIn returns the origin of a request that is a parameter: without a context where each caller of
// the package makes it so.
func passedIn(p *check.Pass, in *inspector.Inspector, decl *ast.FuncDecl, req *types.Var) origin {
	fn := p.TypesInfo.Defs[decl.Name].(*types.Func)
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), req)
	found := others
	for _, caller := range astindex.Of(p.Pass).Calls[fn] {
		if i < 0 || i >= len(caller.Expr.Args) {
			return withContext
		}
		arg, ok := callmatch.Object(p.TypesInfo, caller.Expr.Args[i]).(*types.Var)
		if !ok || arg.Kind() != types.LocalVar {
			return withContext
		}
		made, ok := ast.Unparen(localvar.Value(p.TypesInfo, caller.In, arg)).(*ast.CallExpr)
		if !ok || madeBy(p, made) != rootContext || !givesContext(p, caller.Expr) && isCandidate(p, in, made) {
			return withContext
		}
		found = rootContext
	}
	return found
}

// isCandidate reports whether a call of http.NewRequest is one that could get a context where it is.
func isCandidate(p *check.Pass, in *inspector.Inspector, made *ast.CallExpr) bool {
	cur, ok := astindex.Find(in, made)
	_, makes := catalog.HTTPRequests[callmatch.CalleeName(p.TypesInfo, made)]
	return ok && makes && scope.AtHand(p, cur) != nil
}

// madeBy returns the origin of a request that a call makes: http.NewRequest, or a function of the package
// that calls it, and nothing that takes a context.
func madeBy(p *check.Pass, call *ast.CallExpr) origin {
	fn := callmatch.Callee(p.TypesInfo, call)
	if row, ok := catalog.HTTPRequests[callmatch.Name(fn)]; ok {
		if row.Context < 0 {
			return rootContext
		}
		return withContext
	}
	decl := astindex.Of(p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil || givesContext(p, call) {
		return withContext
	}
	found := withContext
	for n := range ast.Preorder(decl.Body) {
		inner, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		row, ok := catalog.HTTPRequests[callmatch.CalleeName(p.TypesInfo, inner)]
		switch {
		case ok && row.Context >= 0, givesContext(p, inner):
			return withContext
		case ok:
			found = rootContext
		}
	}
	return found
}

// fixSent gives the request the context where it is sent.
func fixSent(p *check.Pass, v *variant, ctx string) *edit.Fix {
	e := p.Edit(v.call.Pos())
	e.Insert(v.call.Args[0].End(), ".WithContext("+ctx+")")
	return e.Fix("Send "+v.name+"("+ctx+")", "it is canceled when the caller's context is")
}

// sentDoubts returns what speaks for a request without the context.
func sentDoubts(v *variant) (list []check.Doubt) {
	if v.made == others {
		list = append(list, check.Doubting(verdict.CallersLimit, v.call.Args[0].Pos()))
	}
	return list
}
