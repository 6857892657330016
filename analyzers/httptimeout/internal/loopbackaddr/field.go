package loopbackaddr

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// fieldHoldsLocalAddr reports whether a field that only this package can name is given
// local addresses, or listeners there, and nothing else.
func fieldHoldsLocalAddr(p *check.Pass, v *types.Var, variables int) bool {
	values := fieldValues(p, v)
	return len(values) > 0 && !slices.ContainsFunc(values, func(value ast.Expr) bool { return !localAddr(p, value, variables) })
}

// fieldValues returns what the package puts into a field.
func fieldValues(p *check.Pass, v *types.Var) []ast.Expr {
	var values []ast.Expr
	isField := func(expr ast.Expr) bool { return valueflow.Variable(p.TypesInfo, expr) == v }
	for _, file := range p.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if isField(n.Key) {
					values = append(values, n.Value)
				}
			case *ast.AssignStmt:
				if i := slices.IndexFunc(n.Lhs, isField); i >= 0 {
					values = append(values, n.Rhs[min(i, len(n.Rhs)-1)])
				}
			}
		}
	}
	return values
}
