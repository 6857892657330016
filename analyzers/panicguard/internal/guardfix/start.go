package guardfix

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// takesRoot reports whether a call gives a function without results a root context
// and nothing else, so that lifecycle.Go can give it a better one.
func takesRoot(p *check.Pass, in *inspector.Inspector, call *ast.CallExpr) bool {
	sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || len(call.Args) != 1 || sig.Results().Len() > 0 || sig.Variadic() {
		return false
	}
	root, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || !catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)] {
		return false
	}
	sel, ok := root.Fun.(*ast.SelectorExpr)
	cur, found := astindex.Find(in, call)
	if !ok || !found {
		return false
	}
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return edit.KeepsImport(p.TypesInfo, file.Node().(*ast.File), sel, func(s *ast.SelectorExpr) bool {
			return catalog.ContextRoots["context."+s.Sel.Name]
		})
	}
	return false
}

// announces reports whether a goroutine signals that it has returned, or publishes a
// result, with a statement that a panic skips: by a send, a close, Done, or an assignment
// to a variable from outside. Once the panic no longer ends the process, a waiter for that
// blocks forever, or continues without a result. A body of another package may do so with
// any channel that it is passed.
func announces(p *check.Pass, start astindex.Start) bool {
	var body ast.Node
	if start.Lit != nil {
		body = start.Lit.Body
	} else if decl := astindex.Of(p.Pass).Decls[start.Func]; decl != nil && decl.Body != nil {
		body = decl.Body
	}
	if body == nil {
		return slices.ContainsFunc(start.Call.Args, func(arg ast.Expr) bool {
			_, channel := p.TypesInfo.TypeOf(arg).Underlying().(*types.Chan)
			return channel
		})
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.FuncLit:
			return false // runs all the same, or elsewhere
		case *ast.SendStmt:
			found = true
		case *ast.AssignStmt:
			found = found || start.Lit != nil && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool {
				id, ok := ast.Unparen(lhs).(*ast.Ident)
				v := p.TypesInfo.Uses[id]
				return ok && v != nil && (v.Pos() < body.Pos() || v.Pos() > body.End())
			})
		case *ast.CallExpr:
			found = found || callmatch.IsBuiltin(p.TypesInfo, n, "close") ||
				catalog.WaitGroupMethods[callmatch.CalleeName(p.TypesInfo, n)] == "done"
		}
		return !found
	})
	return found
}
