package failedconstructor

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ofConstants returns the call whose error a return gives, if it depends on constants of the program; nil otherwise.
//
//	if err := instrument(client); err != nil {
//		return nil, err
//	}
func (c *constructor) ofConstants(ret *ast.ReturnStmt) *ast.CallExpr {
	cur, ok := c.cur.FindNode(ret)
	if !ok {
		return nil
	}
	for branch := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := branch.Node().(*ast.IfStmt)
		stmt := test.Init
		if prev, ok := branch.PrevSibling(); ok && stmt == nil {
			stmt, _ = prev.Node().(ast.Stmt)
		}
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return nil
		}
		err := callmatch.TestedError(c.p.TypesInfo, test.Cond)
		call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		set := callmatch.Object(c.p.TypesInfo, assign.Lhs[len(assign.Lhs)-1])
		if !isCall || err == nil || set == nil || callmatch.Object(c.p.TypesInfo, err) != set || !astindex.FailsByConstants(c.p.TypesInfo, c.fn, call) {
			return nil
		}
		return call
	}
	return nil
}
