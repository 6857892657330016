package outlivedcontext

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// boundTo returns what a call gives that works as long as the context does which it is passed, "" for
// nothing: the call is one of the catalog, or of a function of the package that returns what it gets from
// such a call with its own parameter.
func boundTo(p *check.Pass, cur inspector.Cursor, depth int) string {
	fn := callmatch.Callee(p.TypesInfo, cur.Node().(*ast.CallExpr))
	if fn == nil {
		return ""
	}
	if bound := catalog.ContextBound[callmatch.Name(fn)]; bound != "" {
		return bound
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return ""
	}
	around := syntax.CursorAt(cur, decl)
	for inner := range around.Preorder((*ast.CallExpr)(nil)) {
		if !passesParam(p, decl, inner.Node().(*ast.CallExpr)) {
			continue
		}
		bound := boundTo(p, inner, depth-1)
		switch {
		case bound == "":
		case bound == "request" && returnsVar(p, around, resultVar(p, inner)):
			return bound
		case escaping(p, around, inner, bound) == "":
		case bound == "request":
			return "response"
		default:
			return bound
		}
	}
	return ""
}

// passesParam reports whether a call is passed a context that its function is.
func passesParam(p *check.Pass, decl *ast.FuncDecl, call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		v, isVar := p.TypesInfo.Uses[id].(*types.Var)
		return ok && isVar && v.Kind() == types.ParamVar && syntax.Within(decl, v) && callmatch.IsType(v.Type(), "context.Context")
	})
}

// escapingResponse returns a name for the response to a request if fn returns it, or its body.
func escapingResponse(p *check.Pass, fn inspector.Cursor, req *types.Var) string {
	if req == nil {
		return ""
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		sent := func(arg ast.Expr) bool { return ctxend.RootVar(p, arg) == req }
		if !slices.ContainsFunc(call.Args, sent) || !transmits(p, call) {
			continue
		}
		if _, ok := cur.Parent().Node().(*ast.ReturnStmt); ok {
			return "the response to " + req.Name()
		}
		if name := openResponse(p, fn, resultVar(p, cur)); name != "" {
			return name
		}
	}
	return ""
}

// transmits reports whether a call sends the request that it is passed, going by its types, and leaves the
// body of the response to be read.
func transmits(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Signature().Results().Len() == 0 || callmatch.TypeName(fn.Signature().Results().At(0).Type()) != "net/http.Response" {
		return false
	}
	decl, buffers := astindex.Of(p.Pass).Decls[fn.Origin()], false
	if decl == nil {
		return true
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" {
			buffers = buffers || callmatch.TypeName(p.TypesInfo.TypeOf(sel.X)) == "net/http.Response"
		}
		return !buffers
	})
	return !buffers
}

// openResponse returns a name for a response if fn returns it, or its body. One whose body the function
// has read, or closes, is no more than a status.
func openResponse(p *check.Pass, fn inspector.Cursor, resp *types.Var) string {
	switch {
	case returnsExpr(fn, func(result ast.Expr) bool { return isBody(p, result, resp) }):
		return resp.Name() + ".Body"
	case returnsVar(p, fn, resp) && !usesBody(p, fn, resp):
		return resp.Name()
	}
	return ""
}

func isBody(p *check.Pass, expr ast.Expr, resp *types.Var) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && resp != nil && ctxend.RootVar(p, sel.X) == resp
}

// usesBody reports whether fn uses the body of a response that it may return after that.
func usesBody(p *check.Pass, fn inspector.Cursor, resp *types.Var) bool {
	for cur := range fn.Preorder((*ast.SelectorExpr)(nil)) {
		if isBody(p, cur.Node().(ast.Expr), resp) && !rejects(p, cur, resp) {
			return true
		}
	}
	return false
}

// rejects reports whether a node is in a branch that ends with a return of something else than v.
//
//	if resp.StatusCode != http.StatusOK {
//		resp.Body.Close()
//		return nil, errStatus
//	}
func rejects(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if _, isBlock := c.Parent().Node().(*ast.IfStmt); !isBlock {
			if _, isCase := c.Node().(*ast.CaseClause); !isCase {
				continue
			}
		}
		list := astindex.Stmts(c.Node())
		if len(list) == 0 {
			continue
		}
		ret, ok := list[len(list)-1].(*ast.ReturnStmt)
		if ok && !slices.ContainsFunc(ret.Results, func(r ast.Expr) bool { return ctxend.RootVar(p, r) == v }) {
			return true
		}
	}
	return false
}
