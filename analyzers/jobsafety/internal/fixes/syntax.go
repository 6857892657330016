package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

// InLiteral reports whether a function literal is between c and outer.
func InLiteral(c, outer inspector.Cursor) bool {
	for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
		return outer.Contains(lit)
	}
	return false
}
