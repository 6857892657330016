// Package localvar tells the life of one local variable: what it is defined as,
// and whether anything else is ever assigned to it.
package localvar

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Value returns the expression that v holds for its whole life: the one it is
// defined with, when nothing else is assigned to it and its address is not
// taken anywhere in scope, the part of the tree that contains every use of v.
// It returns nil when there is no such expression. For v, w := f() the answer is
// the call.
func Value(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	var value ast.Expr
	count := 0
	assign := func(lhs ast.Expr, rhs ast.Expr) {
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok && info.ObjectOf(id) == v {
			value = rhs
			count++
		}
	}
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				assign(lhs, operand(n.Tok, n.Rhs, i, len(n.Lhs)))
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					assign(name, operand(token.ASSIGN, n.Values, i, len(n.Names)))
				}
			}
		case *ast.RangeStmt:
			assign(n.Key, nil)
			assign(n.Value, nil)
		case *ast.IncDecStmt:
			assign(n.X, nil)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				assign(n.X, nil)
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return value
}

// operand returns what the i-th of n variables is assigned.
func operand(tok token.Token, rhs []ast.Expr, i, n int) ast.Expr {
	switch {
	case tok != token.ASSIGN && tok != token.DEFINE:
		return nil // x += y
	case len(rhs) == n:
		return rhs[i]
	case len(rhs) == 1:
		return rhs[0]
	}
	return nil
}
