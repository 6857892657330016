package clientnotimeout

import (
	"go/ast"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// streams reports whether the response to the call at cur is read piece by piece, as
// server-sent events and long polls are, or passed on in this form: a limit on the call
// would truncate it.
func streams(p *check.Pass, cur inspector.Cursor) bool {
	info := p.TypesInfo
	if answerOf(info, cur) == nil {
		return false
	}
	for c := range around(cur) {
		if catalog.AnswerFlushes[callmatch.CalleeName(info, c.Node().(*ast.CallExpr))] {
			return true
		}
	}
	for c := range readers(info, cur) {
		call := c.Node().(*ast.CallExpr)
		if catalog.StreamReaders[callmatch.CalleeName(info, call)] || keepsBody(p, call, answerOf(info, cur)) {
			return true
		}
	}
	return false
}

// keepsBody reports whether call gives the answer's body to a function of the package
// that puts it into a struct, which reads on when the function has returned.
func keepsBody(p *check.Pass, call *ast.CallExpr, resp types.Object) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[fn]
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return mentions(p.TypesInfo, []ast.Expr{arg}, resp) })
	if decl == nil || decl.Body == nil || i < 0 || i >= fn.Signature().Params().Len() {
		return false
	}
	kept := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		field, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return !kept
		}
		id, ok := ast.Unparen(field.Value).(*ast.Ident)
		kept = kept || ok && p.TypesInfo.Uses[id] == fn.Signature().Params().At(i)
		return !kept
	})
	return kept
}

// readers yields the calls of the function around the call at cur that are given
// what it returns.
func readers(info *types.Info, cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		resp := answerOf(info, cur)
		for c := range around(cur) {
			if mentions(info, c.Node().(*ast.CallExpr).Args, resp) && !yield(c) {
				return
			}
		}
	}
}

// answerOf returns the variable that the call at cur is assigned to, or nil.
func answerOf(info *types.Info, cur inspector.Cursor) types.Object {
	if targets, _ := localvar.Targets(cur); len(targets) > 0 {
		if resp, ok := targets[0].(*ast.Ident); ok {
			return info.ObjectOf(resp)
		}
	}
	return nil
}

// around yields the calls of the function around cur.
func around(cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Preorder((*ast.CallExpr)(nil))
	}
	return func(func(inspector.Cursor) bool) {}
}

func mentions(info *types.Info, exprs []ast.Expr, obj types.Object) bool {
	found := false
	for _, expr := range exprs {
		ast.Inspect(expr, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && obj != nil && info.Uses[id] == obj
			return !found
		})
	}
	return found
}
