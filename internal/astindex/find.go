package astindex

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

// Find returns the cursor of n. It goes by positions, and so takes the time to
// descend to n, where [inspector.Cursor.FindNode] visits the whole package: use
// it for the identifiers in an [Index], of which there may be thousands.
func Find(in *inspector.Inspector, n ast.Node) (inspector.Cursor, bool) {
	cur, ok := in.Root().FindByPos(n.Pos(), n.End())
	for ok && cur.Node() != n {
		if cur = cur.Parent(); cur.Node() == nil || cur.Node().Pos() < n.Pos() {
			ok = false
		}
	}
	if ok {
		return cur, true
	}
	return in.Root().FindNode(n) // its positions are not those of the source
}

// Stmts returns the statements of a block or clause.
func Stmts(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}
