package connnodeadline

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixWrite sets a deadline before the statement that writes.
func fixWrite(p *check.Pass, cur inspector.Cursor, conn ast.Expr) *edit.Fix {
	return set(p, cur, conn, "SetWriteDeadline", "10 * ", "Second", "a client that does not read within 10s loses its connection")
}

// fixRead sets a deadline before each read.
func fixRead(p *check.Pass, cur inspector.Cursor, conn ast.Expr) *edit.Fix {
	return set(p, cur, conn, "SetReadDeadline", "5 * ", "Minute", "a client that sends nothing for 5m loses its connection")
}

func set(p *check.Pass, cur inspector.Cursor, conn ast.Expr, method, n, unit, changes string) *edit.Fix {
	stmt := statement(cur)
	if stmt == nil {
		return nil
	}
	e := p.Edit(conn.Pos())
	time := e.Import(conn.Pos(), "time", "time")
	e.Before(stmt, "_ = "+p.Source(conn)+"."+method+"("+time+".Now().Add("+n+time+"."+unit+"))")
	return e.Fix("Set a deadline with "+method, changes)
}

// statement returns the statement of a block around cur; nil where another call of the
// statement would come first, in the condition of a loop.
func statement(cur inspector.Cursor) ast.Stmt {
	for c := range cur.Enclosing() {
		switch stmt := c.Node().(type) {
		case *ast.ForStmt, *ast.FuncLit:
			return nil
		case ast.Stmt:
			for _, s := range astindex.Stmts(c.Parent().Node()) {
				if s == stmt {
					return s
				}
			}
		}
	}
	return nil
}
