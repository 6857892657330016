package httplimits

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Limited reports whether an expression stands for a client whose Timeout ends each request: a literal
// with one, or an unexported field that gets nothing else.
func (r *Result) Limited(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return r.Limited(expr.X)
	case *ast.CompositeLit:
		return r.timesOut(expr)
	case *ast.SelectorExpr:
		field := callmatch.Field(r.pass.TypesInfo, expr)
		if field == nil || field.Exported() || field.Pkg() != r.pass.Pkg {
			return false
		}
		values := r.given()[field.Origin()]
		for _, value := range values {
			if value == nil {
				return false // it comes with another result
			}
			if lit := literalOf(value); lit == nil || !r.timesOut(lit) {
				return false
			}
		}
		return len(values) > 0
	}
	return false
}

func literalOf(expr ast.Expr) *ast.CompositeLit {
	expr = ast.Unparen(expr)
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = ast.Unparen(amp.X)
	}
	lit, _ := expr.(*ast.CompositeLit)
	return lit
}

// timesOut reports whether the literal of a client gives it a Timeout that ends a wait.
func (r *Result) timesOut(lit *ast.CompositeLit) bool {
	t := types.Unalias(r.pass.TypesInfo.TypeOf(lit))
	if Kind(callmatch.TypeName(t)) != Client || !keyed(lit) {
		return false
	}
	for _, elt := range lit.Elts {
		kv := elt.(*ast.KeyValueExpr)
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Timeout" {
			return r.ends(kv.Value)
		}
	}
	return false
}
