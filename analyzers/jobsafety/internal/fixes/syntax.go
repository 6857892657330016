package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

// StatementOf returns the statement around cur that stands in a block.
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

// FieldOf returns the value of a field in a literal, nil if it is not set there.
func FieldOf(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

// InLiteral reports whether a function literal stands between c and outer.
func InLiteral(c, outer inspector.Cursor) bool {
	for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
		return outer.Contains(lit)
	}
	return false
}
