package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

// StatementOf returns the statement around cur that is in a block.
func StatementOf(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(ast.Stmt); !ok {
			continue
		}
		switch c.Parent().Node().(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return c, true
		}
	}
	return cur, false
}

// InLiteral reports whether a function literal is between c and outer.
func InLiteral(c, outer inspector.Cursor) bool {
	for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
		return outer.Contains(lit)
	}
	return false
}
