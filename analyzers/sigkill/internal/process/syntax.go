package process

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

// Function returns the function around cur, itself left out.
func Function(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Parent().Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c, true
	}
	return cur, false
}

// FileOf returns the file around cur.
func FileOf(cur inspector.Cursor) *ast.File {
	for c := range cur.Enclosing((*ast.File)(nil)) {
		return c.Node().(*ast.File)
	}
	return nil
}
