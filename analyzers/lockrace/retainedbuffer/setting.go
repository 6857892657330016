package retainedbuffer

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// immutable returns where the package has the library make copies.
func (b *buffer) immutable(p *check.Pass) token.Pos {
	if b.row.Setting == "" || b.row.Reuses {
		return token.NoPos
	}
	return sets(p, b.row.Setting)
}

// sets returns where the package sets a field to true, in a literal or an assignment.
func sets(p *check.Pass, field string) token.Pos {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == field && isTrue(p, n.Value) {
				return n.Pos()
			}
		case *ast.AssignStmt:
			sel, ok := n.Lhs[0].(*ast.SelectorExpr)
			if ok && sel.Sel.Name == field && isTrue(p, n.Rhs[0]) {
				return n.Pos()
			}
		}
	}
	return token.NoPos
}

func isTrue(p *check.Pass, expr ast.Expr) bool {
	v := p.TypesInfo.Types[expr].Value
	return v == nil || v.String() == "true"
}
