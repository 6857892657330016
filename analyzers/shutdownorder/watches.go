package shutdownorder

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// watches returns the statement of a body that waits for a context to end.
func watches(p *check.Pass, body *ast.BlockStmt) ast.Stmt {
	for _, stmt := range body.List {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		recv, ok := ast.Unparen(expr.X).(*ast.UnaryExpr)
		if !ok || recv.Op != token.ARROW {
			continue
		}
		if call, ok := ast.Unparen(recv.X).(*ast.CallExpr); ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done" {
			return stmt
		}
		if v := variableOf(p, recv.X); v != nil && isSignal(v) {
			return stmt
		}
	}
	return nil
}

// leavesProcess reports whether a body ends the process.
func leavesProcess(p *check.Pass, body *ast.BlockStmt) bool {
	leaves := false
	inOwn(body, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && exits(p, call) {
			leaves = true
		}
	})
	return leaves
}
