package failedconstructor

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// ofCause returns the doubts about a return that the call before it lets fail: it depends on constants of the program, or
// closes what it was passed.
func (c *constructor) ofCause(o *opened, ret *ast.ReturnStmt) (doubts []check.Doubt) {
	call := c.failing(ret)
	if call == nil {
		return nil
	}
	if astindex.FailsByConstants(c.p.TypesInfo, c.fn, call) {
		doubts = append(doubts, check.Doubting(verdict.OwnConstants, call.Pos()))
	}
	if catalog.ClosesOnFailure[callmatch.CalleeName(c.p.TypesInfo, call)] && c.mentions(o.holders, call) {
		doubts = append(doubts, check.Doubting(verdict.ClosedThere, call.Pos()))
	}
	return doubts
}

// failing returns the call whose error a return is about, nil if it is not the statement before.
//
//	if err := instrument(client); err != nil {
//		return nil, err
//	}
func (c *constructor) failing(ret *ast.ReturnStmt) *ast.CallExpr {
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
		if !isCall || err == nil || set == nil || callmatch.Object(c.p.TypesInfo, err) != set {
			return nil
		}
		return call
	}
	return nil
}
