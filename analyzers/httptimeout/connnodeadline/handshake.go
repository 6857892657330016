package connnodeadline

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// handshake reports one on a connection without a deadline:
//
//	conn, err := listener.Accept()
//	…
//	ssh.NewServerConn(conn, config)
//
// What comes from a caller may have one.
func handshake(p *check.Pass, cur inspector.Cursor, conn ast.Expr, op catalog.ConnOp, limits *limited) {
	call := cur.Node().(*ast.CallExpr)
	doubts, safe := limits.judge(conn, false)
	if safe.IsValid() {
		p.Safe(call, p.Source(conn), verdict.Limited, safe)
		return
	}
	by, here := limits.opener(conn)
	if !here {
		doubts = append(doubts, check.Doubting(verdict.CallersLimit, conn.Pos()))
	}
	if p.ByHand() {
		doubts = append(doubts, check.Doubting(verdict.ByHand, call.Pos()))
	}
	var fix *edit.Fix
	if here && op.Context < 0 && !catalog.Tunnels[by] {
		fix = fixHandshake(p, cur, conn, op)
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a peer that says nothing keeps the connection and the goroutine: %s has no deadline",
			p.Source(call.Fun)),
		Doubts: doubts,
		Fix:    fix,
	})
}

// opener returns the function that a connection comes from, and whether the package calls it:
// what a parameter holds may have its deadline already.
func (l *limited) opener(conn ast.Expr) (by string, here bool) {
	v := holder(l.p, conn)
	if v == nil {
		return "", false
	}
	v = l.aliases.of(v)
	by, here = l.aliases.opened[v]
	return by, here || l.aliases.made[v]
}

// fixHandshake sets a deadline before the handshake, and takes it back when it has ended. Where a person
// types a password, it is that of sshd for a login.
func fixHandshake(p *check.Pass, cur inspector.Cursor, conn ast.Expr, op catalog.ConnOp) *edit.Fix {
	stmt := statement(cur)
	if stmt == nil || !ends(stmt) {
		return nil
	}
	if _, made := ast.Unparen(conn).(*ast.CallExpr); made {
		return nil
	}
	e := p.Edit(conn.Pos())
	within, unit, words := "10 * ", "Second", "10s"
	if op.Person {
		within, unit, words = "2 * ", "Minute", "2m"
	}
	time, set := e.Import(conn.Pos(), "time", "time"), "_ = "+p.Source(conn)+".SetDeadline("
	e.Before(stmt, set+time+".Now().Add("+within+time+"."+unit+"))")
	e.After(stmt, set+time+".Time{})")
	return e.Fix("Set a deadline for the handshake", "a peer that does not complete it within "+words+" loses its connection")
}

// ends reports whether what follows a statement is what follows its handshake, and does not run
// after a failed one only.
func ends(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt, *ast.ExprStmt:
		return true
	case *ast.IfStmt:
		if stmt.Else != nil || len(stmt.Body.List) == 0 {
			return false
		}
		switch stmt.Body.List[len(stmt.Body.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return true
		}
	}
	return false
}
