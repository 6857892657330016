package slowreceiver

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// makesRoom returns the statement before a send that takes out of the channel what has not been received, where
// the sender replaces the last value:
//
//	select { case <-ch: default: }
//	ch <- v
func makesRoom(p *check.Pass, at inspector.Cursor, send *ast.SendStmt) token.Pos {
	before, ok := at.PrevSibling()
	if !ok {
		return token.NoPos
	}
	sel, ok := before.Node().(*ast.SelectStmt)
	if !ok {
		return token.NoPos
	}
	takes, polls := false, false
	for _, c := range sel.Body.List {
		comm := c.(*ast.CommClause).Comm
		polls = polls || comm == nil
		if ch := syntax.Received(comm); ch != nil {
			takes = takes || p.Source(ch) == p.Source(send.Chan)
		}
	}
	if takes && polls {
		return sel.Pos()
	}
	return token.NoPos
}

// asksForRoom returns the condition around a send that what the channel holds is less than something. Others send to the
// element only where the lock or the loop that waits lets them.
//
//	if len(c.out) < 1000 {
//		c.out <- msg
//	}
func asksForRoom(p *check.Pass, at inspector.Cursor, send *ast.SendStmt) token.Pos {
	for c := range at.Enclosing((*ast.IfStmt)(nil)) {
		stmt := c.Node().(*ast.IfStmt)
		test, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
		if !ok || test.Op != token.LSS || send.Pos() < stmt.Body.Pos() || stmt.Body.End() < send.End() {
			continue
		}
		call, ok := ast.Unparen(test.X).(*ast.CallExpr)
		if ok && callmatch.IsBuiltin(p.TypesInfo, call, "len") && p.Source(call.Args[0]) == p.Source(send.Chan) {
			return stmt.Pos()
		}
	}
	return token.NoPos
}
