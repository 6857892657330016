package deferinloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// unlocks reports whether a call releases a lock.
func unlocks(info *types.Info, call *ast.CallExpr) bool {
	op, ok := catalog.Locks[callmatch.CalleeName(info, call)]
	return ok && !op.Acquire
}

// locksAll returns where a loop begins that does nothing but lock what it ranges over: the function wants
// all of the locks.
//
//	for _, s := range c.shards {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//	}
func locksAll(info *types.Info, call *ast.CallExpr, loop ast.Stmt, stmt *ast.DeferStmt) token.Pos {
	v := closed(info, call)
	for _, s := range bodyOf(loop).List {
		if s == ast.Stmt(stmt) {
			continue
		}
		if expr, ok := s.(*ast.ExprStmt); ok && locks(info, expr.X) {
			continue
		}
		if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE && info.Defs[assign.Lhs[0].(*ast.Ident)] == types.Object(v) {
			continue // s := c.shards[i]
		}
		return token.NoPos
	}
	return loop.Pos()
}

func locks(info *types.Info, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && catalog.Locks[callmatch.CalleeName(info, call)].Acquire
}
