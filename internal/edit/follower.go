package edit

import (
	"go/ast"
	"go/token"
)

// A follower is a statement that runs after an edit.
type follower struct {
	ast.Stmt
	loop ast.Node // the outermost one around both, which runs it each time; nil if there is none
}

// behind returns the statements that run after the innermost one of path, up to the end of
// the function around it.
func behind(path []ast.Node, end token.Pos) []follower {
	var list []follower
	for _, n := range path {
		var stmts []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return list
		case *ast.ForStmt, *ast.RangeStmt:
			for i := range list {
				list[i].loop = n
			}
		case *ast.BlockStmt:
			stmts = n.List
		case *ast.CaseClause:
			stmts = n.Body
		case *ast.CommClause:
			stmts = n.Body
		}
		for _, stmt := range stmts {
			if stmt.Pos() >= end {
				list = append(list, follower{Stmt: stmt})
			}
		}
	}
	return list
}
