package unrecoveredcallback

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// isPlugin reports whether a call is one of a method of an interface of the package that others implement,
// as its documentation says, on a value that importers have put into a queue, list or map:
//
//	for t := range p.tasks { // Submit sends on it
//		t.Run(ctx)
func (c *callbacks) isPlugin(call *ast.CallExpr, fn *types.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	recv := fn.Signature().Recv()
	if !ok || recv == nil || !types.IsInterface(recv.Type()) || describes(fn.Signature()) {
		return false
	}
	named, ok := types.Unalias(c.p.TypesInfo.TypeOf(sel.X)).(*types.Named)
	return ok && named.Obj().Exported() && named.Obj().Pkg() == c.p.Pkg && c.foreign(call) && c.fromContainer(sel.X, 6)
}

// describes reports whether a method only says something about its value, as a Name does.
func describes(sig *types.Signature) bool {
	return sig.Params().Len() == 0 && sig.Results().Len() > 0 && !callmatch.CanFail(sig)
}

// fromContainer reports whether a value comes out of a container that importers fill.
func (c *callbacks) fromContainer(expr ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	if isContainer(c.p.TypesInfo.TypeOf(expr)) {
		return c.outside(expr, depth)
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return expr.Op == token.ARROW && c.outside(expr.X, depth)
	case *ast.IndexExpr:
		return c.outside(expr.X, depth)
	case *ast.Ident:
		v, ok := c.p.TypesInfo.ObjectOf(expr).(*types.Var)
		return ok && !v.IsField() && c.fills(v, depth)
	}
	return false
}

// fills reports whether a variable gets its value from such a container, or all calls pass such a value.
func (c *callbacks) fills(v *types.Var, depth int) bool {
	if i, fn, ok := c.parameter(v); ok {
		decl, isDecl := fn.(*ast.FuncDecl)
		if !isDecl {
			return false
		}
		obj, _ := c.p.TypesInfo.Defs[decl.Name].(*types.Func)
		return slices.ContainsFunc(c.index.Calls[obj], func(call astindex.Call) bool {
			return i < len(call.Expr.Args) && c.fromContainer(call.Expr.Args[i], depth-1)
		})
	}
	cur, ok := c.in.Root().FindByPos(v.Pos(), v.Pos())
	return ok && slices.ContainsFunc(valuesFor(cur), func(value ast.Expr) bool { return c.fromContainer(value, depth-1) })
}

// foreign reports whether the documentation of the interface that a call is of says that others write what
// it runs: the callers want no crash by that.
func (c *callbacks) foreign(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	named, ok := types.Unalias(c.p.TypesInfo.TypeOf(sel.X)).(*types.Named)
	if !ok || named.Obj().Pkg() != c.p.Pkg {
		return false
	}
	cur, ok := c.in.Root().FindByPos(named.Obj().Pos(), named.Obj().Pos())
	return ok && check.Says(docAround(cur), foreignWords...)
}

// foreignWords say that what runs is not written by those who run it.
var foreignWords = []string{"third party", "plug in", "plug ins", "plugin", "plugins", "extension", "extensions", "untrusted", "user defined", "user code"}

func docAround(cur inspector.Cursor) *ast.CommentGroup {
	for c := range cur.Enclosing((*ast.TypeSpec)(nil), (*ast.GenDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.TypeSpec:
			if n.Doc != nil {
				return n.Doc
			}
		case *ast.GenDecl:
			return n.Doc
		}
	}
	return nil
}
