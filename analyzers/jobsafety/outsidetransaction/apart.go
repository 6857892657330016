package outsidetransaction

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txpool"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// apart reports whether a call is no part of the work of a transaction: another function runs it, it follows a
// failure, or the transaction has ended before it.
func apart(p *check.Pass, r *txregion.Region, cur, body inspector.Cursor) bool {
	at := cur.Node().Pos()
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil), (*ast.IfStmt)(nil), (*ast.BlockStmt)(nil)) {
		if c == body {
			return false
		}
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if n.Body.Pos() < at && callmatch.TestedError(p.TypesInfo, n.Cond) != nil {
				return true
			}
		case *ast.BlockStmt:
			if endsBefore(p, r, n, cur) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// endsBefore reports whether a block ends the transaction ahead of a call, other than under a condition.
func endsBefore(p *check.Pass, r *txregion.Region, block *ast.BlockStmt, cur inspector.Cursor) (ended bool) {
	for _, stmt := range block.List {
		if stmt.Pos() > cur.Node().Pos() {
			break
		}
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.DeferStmt, *ast.FuncLit:
				return false
			case *ast.CallExpr:
				sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
				ended = ended || ok && n.Pos() < cur.Node().Pos() && catalog.TxEndNames[sel.Sel.Name] && txpool.Named(p, ast.Unparen(sel.X)) == r.Tx
			}
			return !ended
		})
	}
	return ended
}
