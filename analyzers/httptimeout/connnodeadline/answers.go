package connnodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// answers reports whether the loop around a read writes to the same connection, itself or by a function of the
// package that it calls: the client is expected to send a request, and is not a source of what comes when it
// comes.
func answers(p *check.Pass, cur inspector.Cursor, conn ast.Expr) bool {
	on := holder(p, conn)
	if on == nil {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch loop := c.Node().(type) {
		case *ast.ForStmt:
			return writesTo(p, astindex.DeclAround(cur), loop.Body, on, 2)
		case *ast.RangeStmt:
			return writesTo(p, astindex.DeclAround(cur), loop.Body, on, 2)
		}
		return false
	}
	return false
}

// writesTo reports whether a body in a declaration writes to what a variable or field holds, or calls a function
// of the package, depth deep, that does.
func writesTo(p *check.Pass, decl ast.Node, body ast.Node, on types.Object, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		switch {
		case fn == nil:
		case fn.Pkg() != p.Pkg:
			found = catalog.NamedWrite(fn.Name()) && target(p, decl, call) == on
		case depth > 0:
			if callee := astindex.Of(p.Pass).Decls[fn.Origin()]; callee != nil && callee.Body != nil {
				found = writesTo(p, callee, callee.Body, passedAs(p, fn.Origin(), call, on), depth-1)
			}
		}
		return !found
	})
	return found
}

// passedAs returns what a function of the package has for a variable that a call passes it; a field stays what
// it is.
func passedAs(p *check.Pass, fn *types.Func, call *ast.CallExpr, on types.Object) types.Object {
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		if holder(p, call.Args[i]) == on {
			return params.At(i)
		}
	}
	return on
}

// target returns what a call writes to: its first argument or its receiver, or what a writer with a buffer or
// an encoder was made of.
func target(p *check.Pass, decl ast.Node, call *ast.CallExpr) types.Object {
	to := ast.Expr(nil)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] != nil {
		to = sel.X
	} else if len(call.Args) > 0 {
		to = call.Args[0]
	}
	v, ok := holder(p, to).(*types.Var)
	if !ok {
		return nil
	}
	if made, ok := localvar.Value(p.TypesInfo, decl, v).(*ast.CallExpr); ok && !isConn(v.Type()) && len(made.Args) > 0 {
		return holder(p, made.Args[0])
	}
	return v
}
