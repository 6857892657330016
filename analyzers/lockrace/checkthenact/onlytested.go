package checkthenact

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyTested reports whether what the test has read goes no further than an if that
// returns, or that leads to stmt: it asks whether there is a value, and not which.
func onlyTested(p *check.Pass, act atomicity.StaleAct, fn ast.Node, stmt ast.Stmt) bool {
	at := act.Read.Pos
	if act.Test != nil {
		at = act.Test.Pos()
	}
	read, _ := source.Statement(p, at)
	assign, ok := read.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, lhs := range assign.Lhs {
		id, ok := ast.Unparen(lhs).(*ast.Ident)
		v, isVar := p.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || !isVar {
			continue
		}
		for _, use := range usesAfter(p, fn, assign, v, false) {
			if assignedAt(p, use) {
				break // another value from here on
			}
			if !inTest(p, use, stmt) || asksWhich(p, use) {
				return false
			}
		}
	}
	return true
}

// assignedAt reports whether an identifier is assigned to where it stands.
func assignedAt(p *check.Pass, id *ast.Ident) bool {
	stmt, _ := source.Statement(p, id.Pos())
	assign, ok := stmt.(*ast.AssignStmt)
	return ok && slices.Contains(assign.Lhs, ast.Expr(id))
}

// inTest reports whether an identifier is in an if that ends with a return, or
// that holds stmt.
func inTest(p *check.Pass, id *ast.Ident, stmt ast.Stmt) bool {
	for _, n := range source.PathTo(p, id.Pos()) {
		if test, ok := n.(*ast.IfStmt); ok {
			list := test.Body.List
			if len(list) == 0 {
				return false
			}
			_, returns := list[len(list)-1].(*ast.ReturnStmt)
			return returns || test.Pos() < stmt.Pos() && stmt.End() < test.End()
		}
	}
	return false
}

// asksWhich reports whether an identifier is in a condition that asks for more than
// whether there is a value:
//
//	if last != nil && last.Ref() == ref {
func asksWhich(p *check.Pass, id *ast.Ident) bool {
	path := source.PathTo(p, id.Pos())
	for i, n := range path {
		test, ok := n.(*ast.IfStmt)
		if !ok || i < 1 || path[i-1] != ast.Node(test.Cond) {
			continue
		}
		compared, ok := path[min(1, i)].(*ast.BinaryExpr)
		isNil := ok && (p.TypesInfo.Types[compared.X].IsNil() || p.TypesInfo.Types[compared.Y].IsNil())
		return !isNil && !types.Identical(p.TypesInfo.TypeOf(id), types.Typ[types.Bool])
	}
	return false
}
