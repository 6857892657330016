package filestate

import "go/ast"

// later reports whether a call stands in a literal that a function passes on or starts: it is made after the
// function has returned, or may be. What a literal does that is called or deferred where it stands, the
// function does.
func later(decl *ast.FuncDecl, call *ast.CallExpr) bool {
	found := false
	var stack []ast.Node
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if n == ast.Node(call) {
			found = found || inLiteral(append(stack, n))
		}
		stack = append(stack, n)
		return true
	})
	return found
}

// inLiteral reports whether one of some nested nodes is a literal that is not called in place, or a go
// statement.
func inLiteral(stack []ast.Node) bool {
	for i, n := range stack {
		switch n := n.(type) {
		case *ast.GoStmt:
			return true
		case *ast.FuncLit:
			call, ok := stack[i-1].(*ast.CallExpr)
			if !ok || call.Fun != ast.Expr(n) {
				return true
			}
		}
	}
	return false
}
