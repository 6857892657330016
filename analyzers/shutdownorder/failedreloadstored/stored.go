package failedreloadstored

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// loaded returns the variable and the call that the statement before a test sets it by, together with the
// error that is tested; nil if there is none.
func loaded(p *check.Pass, test inspector.Cursor) (*types.Var, *ast.CallExpr) {
	before, ok := test.PrevSibling()
	if !ok {
		return nil, nil
	}
	assign, ok := before.Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
		return nil, nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	failed, isID := assign.Lhs[1].(*ast.Ident)
	tested, same := callmatch.TestedError(p.TypesInfo, test.Node().(*ast.IfStmt).Cond).(*ast.Ident)
	if !ok || !isID || !same || p.TypesInfo.ObjectOf(failed) != p.TypesInfo.ObjectOf(tested) {
		return nil, nil
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil, nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	if v == nil || v.Parent() == p.Pkg.Scope() {
		return nil, nil
	}
	return v, call
}

// stored returns the statement after a test, in the same list, that puts the value where others read it;
// nil if there is none, or if the value is looked at before that.
func stored(p *check.Pass, test inspector.Cursor, value *types.Var) ast.Node {
	for next, ok := test.NextSibling(); ok; next, ok = next.NextSibling() {
		switch stmt := next.Node().(type) {
		case *ast.ExprStmt:
			call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
			if ok && catalog.AtomicPuts[callmatch.CalleeName(p.TypesInfo, call)] && is(p, call.Args[0], value) {
				return call
			}
		case *ast.AssignStmt:
			if len(stmt.Lhs) == 1 && len(stmt.Rhs) == 1 && is(p, stmt.Rhs[0], value) && shared(p, stmt.Lhs[0]) && again(test) {
				return stmt
			}
		}
		if asksFor(p, next, value) {
			return nil
		}
	}
	return nil
}

// is reports whether an expression is the variable, its address, or what it points to.
func is(p *check.Pass, expr ast.Expr, v *types.Var) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		expr = e.X
	case *ast.StarExpr:
		expr = e.X
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && p.TypesInfo.Uses[id] == v
}

// shared reports whether an expression is a field, a variable of the package, or what a pointer leads to.
func shared(p *check.Pass, lhs ast.Expr) bool {
	switch lhs := ast.Unparen(lhs).(type) {
	case *ast.SelectorExpr, *ast.StarExpr:
		return true
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[lhs].(*types.Var)
		return ok && v.Parent() == p.Pkg.Scope()
	}
	return false
}

// again reports whether the function around a statement loads something that it has loaded before, going by
// its name.
func again(cur inspector.Cursor) bool {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	return ok && catalog.LoadsAgain(decl.Name.Name)
}

// asksFor reports whether a statement tests the variable.
func asksFor(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	test, ok := cur.Node().(*ast.IfStmt)
	found := false
	if ok {
		ast.Inspect(test.Cond, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && p.TypesInfo.Uses[id] == v
			return !found
		})
	}
	return found
}
