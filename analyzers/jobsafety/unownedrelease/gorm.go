package unownedrelease

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// gormPool reports whether an expression is gorm's pool of connections, and what speaks against it. The same
// type stands for a transaction: what Begin returns, and what Transaction and Connection pass to a function.
// The parameter of another function may be either.
func gormPool(p *check.Pass, cur inspector.Cursor, expr ast.Expr) (bool, []check.Doubt) {
	if callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(expr))) != catalog.GormPool {
		return false, nil
	}
	root, begins := chainRoot(p, expr)
	id, ok := root.(*ast.Ident)
	if begins || !ok {
		return !begins, nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	switch {
	case !ok || v.Kind() == types.PackageVar:
		return ok, nil
	case v.Kind() == types.LocalVar:
		return gormLocal(p, cur, v)
	}
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if declares(p, lit.Node().(*ast.FuncLit), v) {
			return !oneConn(p, lit), []check.Doubt{check.Doubting(verdict.HandedIn, id.Pos())}
		}
	}
	return true, []check.Doubt{check.Doubting(verdict.HandedIn, id.Pos())}
}

// gormLocal judges a local variable by the one value that it holds.
func gormLocal(p *check.Pass, cur inspector.Cursor, v *types.Var) (bool, []check.Doubt) {
	decl := astindex.DeclAround(cur)
	if decl == nil {
		return false, nil
	}
	value := localvar.Value(p.TypesInfo, decl, v)
	if value == nil {
		return true, []check.Doubt{check.Doubting(verdict.HandedIn, v.Pos())}
	}
	if callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(value))) != catalog.GormPool {
		return true, nil // gorm.Open, with an error
	}
	if id, ok := ast.Unparen(value).(*ast.Ident); ok && p.TypesInfo.Uses[id] == types.Object(v) {
		return true, nil
	}
	return gormPool(p, cur, value)
}

// chainRoot returns what a chain of calls begins with, and whether it begins a transaction:
//
//	e.client.WithContext(ctx).Raw(…)
func chainRoot(p *check.Pass, expr ast.Expr) (root ast.Expr, begins bool) {
	for {
		call, ok := ast.Unparen(expr).(*ast.CallExpr)
		if !ok {
			return ast.Unparen(expr), begins
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X))) != catalog.GormPool {
			return call, begins
		}
		begins = begins || catalog.GormOneConn[callmatch.CalleeName(p.TypesInfo, call)]
		expr = sel.X
	}
}

func declares(p *check.Pass, lit *ast.FuncLit, v *types.Var) bool {
	sig, ok := p.TypesInfo.TypeOf(lit).(*types.Signature)
	for i := 0; ok && i < sig.Params().Len(); i++ {
		if sig.Params().At(i) == v {
			return true
		}
	}
	return false
}

// oneConn reports whether a literal is called with one connection.
func oneConn(p *check.Pass, lit inspector.Cursor) bool {
	kind, _ := lit.ParentEdge()
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	return ok && kind == edge.CallExpr_Args && catalog.GormOneConnFuncs[callmatch.CalleeName(p.TypesInfo, call)]
}
