// Package gap says whether a section that a lock guards may be interrupted: what was read before
// need not hold any more when the lock is acquired again.
package gap

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Matters reports whether what follows stmt in its function uses fields of the object that
// the lock mu belongs to: another goroutine that takes the lock in the gap may have
// changed what was tested before. A lock that is no field may guard everything.
func Matters(p *check.Pass, stmt ast.Stmt, path []ast.Node, mu string) bool {
	i := strings.LastIndexByte(mu, '.')
	if i < 0 {
		list := astindex.Stmts(path[0])
		return list[len(list)-1] != stmt
	}
	object := mu[:i]
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return relies(p, n, stmt, object, mu[i+1:])
		}
	}
	return true
}

// relies reports whether fn reads a field of the object after stmt, or writes one there and
// has read some before, which it may have tested.
func relies(p *check.Pass, fn ast.Node, stmt ast.Stmt, object, lock string) bool {
	written := make(map[ast.Node]bool)
	before, reads, writes := false, false, false
	ofObject := func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		return ok && p.Source(sel.X) == object && sel.Sel.Name != lock
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				written[lhs] = assign.Tok == token.ASSIGN
			}
		}
		switch {
		case n == nil || !ofObject(n):
		case n.End() <= stmt.Pos():
			before = before || !written[n]
		case n.Pos() >= stmt.End():
			reads, writes = reads || !written[n], writes || written[n]
		}
		return true
	})
	return reads || writes && before
}

// Passes reports whether stmt sends, or gives to a call, what is read of the object.
func Passes(p *check.Pass, stmt ast.Stmt, object string) bool {
	found := false
	in := func(expr ast.Expr) {
		ast.Inspect(expr, func(n ast.Node) bool {
			if addr, ok := n.(*ast.UnaryExpr); ok && addr.Op == token.AND {
				return false // &s.wg
			}
			sel, ok := n.(*ast.SelectorExpr)
			found = found || ok && p.Source(sel.X) == object
			return !found
		})
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			in(n.Value)
		case *ast.CallExpr:
			for _, arg := range n.Args {
				in(arg)
			}
		}
		return !found
	})
	return found
}
