package childnotwaited

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix waits for the child in a goroutine, after the test of the error of its start.
func fix(p *check.Pass, in *inspector.Inspector, start *ast.CallExpr) *edit.Fix {
	cmd := ast.Unparen(start.Fun).(*ast.SelectorExpr).X
	cur, ok := astindex.Find(in, start)
	if !ok {
		return nil
	}
	stmt := behind(p, cur)
	if stmt == nil {
		return nil
	}
	e := p.Edit(start.Pos())
	e.After(stmt, "go func() { _ = "+p.Source(cmd)+".Wait() }()")
	return e.Fix("Wait for the child in a goroutine", "the child is reaped when it has exited")
}

// behind returns the statement after which the child runs: that of the call, or the test of
// its error that follows.
func behind(p *check.Pass, cur inspector.Cursor) ast.Stmt {
	for c := range cur.Enclosing() {
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		list := astindex.Stmts(c.Parent().Node())
		for i, s := range list {
			if s != stmt {
				continue
			}
			switch s.(type) {
			case *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt:
				return nil
			case *ast.AssignStmt:
				if i+1 < len(list) && testsError(p, list[i+1]) {
					return list[i+1]
				}
			}
			return s
		}
	}
	return nil
}

// testsError reports whether a statement tests an error.
func testsError(p *check.Pass, stmt ast.Stmt) bool {
	test, ok := stmt.(*ast.IfStmt)
	if !ok {
		return false
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	return ok && callmatch.IsError(p.TypesInfo.TypeOf(cond.X))
}
