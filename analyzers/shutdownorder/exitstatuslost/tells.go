package exitstatuslost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyTells reports whether statements do nothing but log, print and cancel, and return at most.
func onlyTells(p *check.Pass, list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(stmt ast.Stmt) bool {
		switch stmt := stmt.(type) {
		case *ast.ReturnStmt:
			return len(stmt.Results) > 0
		case *ast.ExprStmt:
			call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
			return !ok || logging.Call(p, stmt) == nil && !catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(call.Fun))]
		}
		return true
	})
}

// exitsDeferred reports whether a deferred call may end the process, with a status of its own. One that
// does so where a flag is set says nothing about failures that do not set it.
func exitsDeferred(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	syntax.InOwn(body, func(n ast.Node) {
		stmt, ok := n.(*ast.DeferStmt)
		if !ok {
			return
		}
		if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
			found = found || flagTest(p, lit) == nil && logging.MayExit(p, lit.Body)
		}
		exits, _ := ssainstr.Ending(p, stmt.Call)
		found = found || exits
	})
	return found
}

// testedError returns the error of which a condition says that it is not nil, and perhaps not
// that of an orderly end.
func testedError(p *check.Pass, cond ast.Expr) ast.Expr {
	if both, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && both.Op == token.LAND {
		return testedError(p, both.X)
	}
	return callmatch.TestedError(p.TypesInfo, cond)
}

// failure returns the call whose error an if statement tests: in its initialization, or in the
// last statement before it that assigns the error.
func failure(p *check.Pass, before []ast.Stmt, test *ast.IfStmt) *ast.CallExpr {
	id, ok := testedError(p, test.Cond).(*ast.Ident)
	if !ok {
		return nil
	}
	v := p.TypesInfo.ObjectOf(id)
	stmts := before
	if test.Init != nil {
		stmts = append(slices.Clone(before), test.Init)
	}
	for _, stmt := range slices.Backward(stmts) {
		if assign := lastAssignment(p, stmt, v); assign != nil {
			call, _ := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
			return call
		}
	}
	return nil
}

// lastAssignment returns the last assignment of one value to v in a statement.
func lastAssignment(p *check.Pass, stmt ast.Stmt, v types.Object) (last *ast.AssignStmt) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if ok && len(assign.Rhs) == 1 && slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return isVar(p, lhs, v) }) {
			last = assign
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return last
}

func isVar(p *check.Pass, expr ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && v != nil && p.TypesInfo.ObjectOf(id) == v
}
