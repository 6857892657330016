package headerafterwrite

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix sets the header, and those that the next statements set, ahead of the statement that begins the response. There
// is none where another statement is between the two, which the values may depend on.
func fix(p *check.Pass, stmt inspector.Cursor, begun ast.Stmt) *edit.Fix {
	prev, ok := stmt.PrevSibling()
	if _, plain := stmt.Node().(*ast.ExprStmt); !ok || !plain || prev.Node() != ast.Node(begun) {
		return nil
	}
	if _, plain := begun.(*ast.ExprStmt); !plain {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	lines := []string{e.WithComment(stmt.Node())}
	last := stmt.Node().(ast.Stmt)
	for next, ok := stmt.NextSibling(); ok && sets(p, next.Node()); next, ok = next.NextSibling() {
		last = next.Node().(ast.Stmt)
		lines = append(lines, e.WithComment(last))
	}
	e.DeleteStmts(stmt.Node().(ast.Stmt), last)
	e.Before(begun, lines...)
	return e.Fix("Set the header before the response begins", "the header is sent")
}

func sets(p *check.Pass, n ast.Node) bool {
	stmt, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	return catalog.SetsHeader[name] || catalog.SetsResponseHeader[name]
}
