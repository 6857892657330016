package usedbeforeerror

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// statementAt returns the statement around a position.
func statementAt(in *inspector.Inspector, pos token.Pos) (inspector.Cursor, bool) {
	cur, ok := in.Root().FindByPos(pos, pos+1)
	if !ok {
		return cur, false
	}
	return astindex.Statement(cur)
}

// fix moves a deferred call or a call behind the test of the error, where that is the next statement and
// returns.
func fix(p *check.Pass, stmt inspector.Cursor) *edit.Fix {
	switch stmt.Node().(type) {
	case *ast.DeferStmt, *ast.ExprStmt:
	default:
		return nil
	}
	next, ok := stmt.NextSibling()
	if !ok {
		return nil
	}
	test, ok := next.Node().(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || callmatch.TestedError(p.TypesInfo, test.Cond) == nil || !leaves(test.Body) {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	e.Delete(stmt.Node().Pos(), test.Pos())
	e.After(test, p.Source(stmt.Node()))
	return e.Fix("Test the error first", "")
}

// leaves reports whether a block ends with a return or a jump.
func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}
