package ackedbeforehandled

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// bySetting returns the if statement around a defer statement whose condition is a setting, and so the same
// for each message:
//
//	if !s.manual {
//		defer m.Ack()
//	}
func bySetting(p *check.Pass, stmt inspector.Cursor) (inspector.Cursor, bool) {
	cond, ok := stmt.Parent().Parent().Node().(*ast.IfStmt)
	if !ok || cond.Init != nil || cond.Else != nil || !isSetting(p, cond.Cond) {
		return stmt, false
	}
	return stmt.Parent().Parent(), true
}

// isSetting reports whether a condition consists of fields of the receiver or of variables of the package.
func isSetting(p *check.Pass, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return isSetting(p, expr.X)
	case *ast.BinaryExpr:
		return isSetting(p, expr.X) && isSetting(p, expr.Y)
	case *ast.SelectorExpr:
		return callmatch.Field(p.TypesInfo, expr) != nil && isReceiver(p, expr.X) || isGlobal(p, expr.Sel)
	case *ast.Ident:
		return isGlobal(p, expr)
	}
	return p.TypesInfo.Types[expr].Value != nil
}

// isReceiver reports whether an expression is a receiver, or a field of one.
func isReceiver(p *check.Pass, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		return callmatch.Field(p.TypesInfo, expr) != nil && isReceiver(p, expr.X)
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[expr].(*types.Var)
		return ok && (v.Kind() == types.RecvVar || v.Kind() == types.PackageVar)
	}
	return false
}

func isGlobal(p *check.Pass, id *ast.Ident) bool {
	switch obj := p.TypesInfo.Uses[id].(type) {
	case *types.Var:
		return obj.Kind() == types.PackageVar
	case *types.Const:
		return true
	}
	return false
}

// drops reports whether a statement is a call whose error nothing looks at.
func drops(p *check.Pass, later inspector.Cursor) bool {
	switch stmt := later.Node().(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		return ok && callmatch.CanFail(callSignature(p, call))
	case *ast.AssignStmt:
		last, ok := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
		call, isCall := ast.Unparen(stmt.Rhs[0]).(*ast.CallExpr)
		return ok && isCall && last.Name == "_" && callmatch.CanFail(callSignature(p, call))
	}
	return false
}
