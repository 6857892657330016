// Package loops finds the loops that repeat some work, and what leaves them.
package loops

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// toldByError returns where the loop leaves because the call at cur gave an error that
// a package has a name for: then something else than its context may end it.
//
//	err := hub.WaitFor(context.Background(), n)
//	if errors.Is(err, watch.ErrClosed) {
//		return
//	}
func toldByError(p *check.Pass, cur inspector.Cursor, loop ast.Stmt) token.Pos {
	var id *ast.Ident
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		id, _ = parent.Lhs[len(parent.Lhs)-1].(*ast.Ident)
	case *ast.ValueSpec:
		id = parent.Names[len(parent.Names)-1]
	}
	if id == nil || p.TypesInfo.ObjectOf(id) == nil {
		return token.NoPos
	}
	err, found := p.TypesInfo.ObjectOf(id), token.NoPos
	ast.Inspect(loop, func(n ast.Node) bool {
		if test, ok := n.(*ast.IfStmt); ok && syntax.Leaves(test.Body.List) {
			if named(p, test.Cond, err) {
				found = test.Pos()
			}
		}
		return found == token.NoPos
	})
	return found
}

// named reports whether a condition compares err with a package's variable, but for
// the errors of contexts.
func named(p *check.Pass, cond ast.Expr, err types.Object) bool {
	found := false
	compare := func(x, y ast.Expr) {
		id, ok := ast.Unparen(x).(*ast.Ident)
		v := packageVar(p.TypesInfo, y)
		found = found || ok && p.TypesInfo.Uses[id] == err && v != nil && v.Pkg().Path() != "context"
	}
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL {
				compare(n.X, n.Y)
			}
		case *ast.CallExpr:
			if callmatch.CalleeName(p.TypesInfo, n) == "errors.Is" {
				compare(n.Args[0], n.Args[1])
			}
		}
		return !found
	})
	return found
}

// packageVar returns the variable of a package that an expression names, or nil.
func packageVar(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if sel, isSel := ast.Unparen(expr).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}
