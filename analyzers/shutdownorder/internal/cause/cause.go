// Package cause determines the call whose error is why a process exits.
package cause

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Of returns the statement whose error is why exit is called, nil if it is
// not the one before:
//
//	if err := db.Ping(); err != nil {
//		log.Fatal(err)
//	}
//
//	err := db.Ping()
//	check(err)
func Of(p *check.Pass, exit *ast.CallExpr) ast.Node {
	cur, ok := syntax.CursorOf(p, exit)
	if !ok {
		return nil
	}
	if cur, ok = astindex.Statement(cur); !ok {
		return nil
	}
	if failed := ssainstr.ExitsOn(p, exit); failed != nil {
		if prev, ok := cur.PrevSibling(); ok {
			assign, ok := prev.Node().(*ast.AssignStmt)
			if ok && SameVar(p.TypesInfo, failed, assign.Lhs[len(assign.Lhs)-1]) {
				return assign
			}
		}
		return nil
	}
	cur = cur.Parent().Parent()
	branch, ok := cur.Node().(*ast.IfStmt)
	if !ok || !syntax.Within(branch.Body, exit.Pos()) {
		return nil
	}
	before := branch.Init
	if prev, ok := cur.PrevSibling(); before == nil && ok {
		before, _ = prev.Node().(ast.Stmt)
	}
	assign, ok := before.(*ast.AssignStmt)
	if cond, isCmp := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && isCmp && cond.Op == token.NEQ && SameVar(p.TypesInfo, cond.X, assign.Lhs[len(assign.Lhs)-1]) {
		return assign
	}
	return nil
}

// Constant returns the call whose error an exit is about, if it is one of
// [catalog.FailsByConstants] with a constant argument, or with what another one of them returns.
func Constant(p *check.Pass, exit *ast.CallExpr) *ast.CallExpr {
	assign, ok := Of(p, exit).(*ast.AssignStmt)
	if !ok {
		return nil
	}
	failed, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	cur, found := syntax.CursorOf(p, exit)
	if !ok || !found || !astindex.FailsByConstants(p.TypesInfo, astindex.DeclAround(cur), failed) {
		return nil
	}
	return failed
}

// SameVar reports whether both expressions name one variable.
func SameVar(info *types.Info, a, b ast.Expr) bool {
	x, ok := ast.Unparen(a).(*ast.Ident)
	y, both := ast.Unparen(b).(*ast.Ident)
	return ok && both && info.ObjectOf(x) != nil && info.ObjectOf(x) == info.ObjectOf(y)
}
