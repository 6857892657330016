package exits

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// functionValues returns the variables of a package that hold one function, and what is assigned to
// them: a function literal, or the name of a function.
func functionValues(pass *analysis.Pass) map[*types.Var]ast.Expr {
	values := make(map[*types.Var]ast.Expr)
	set := func(lhs, rhs ast.Expr) {
		id, ok := ast.Unparen(lhs).(*ast.Ident)
		if !ok {
			return
		}
		v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok {
			return
		}
		if _, isFunc := v.Type().Underlying().(*types.Signature); !isFunc {
			return
		}
		if _, again := values[v]; again {
			rhs = nil // it may be either
		}
		values[v] = rhs
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			eachValue(n, set)
			return true
		})
	}
	return values
}

// eachValue calls set for what a statement assigns, or a declaration; with nil for what it cannot tell.
func eachValue(n ast.Node, set func(lhs, rhs ast.Expr)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				set(lhs, n.Rhs[i])
			} else {
				set(lhs, nil)
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) && len(n.Names) == len(n.Values) {
				set(name, n.Values[i])
			}
		}
	case *ast.UnaryExpr: // its address is taken
		set(n.X, nil)
	}
}

// value returns what is known of a function value.
func (r *Result) value(expr ast.Expr) Fact {
	switch expr := expr.(type) {
	case *ast.FuncLit:
		if sig, ok := r.pass.TypesInfo.TypeOf(expr).(*types.Signature); ok {
			return r.infer(sig, expr.Body)
		}
	case *ast.Ident, *ast.SelectorExpr:
		if fn := callmatch.Func(r.pass.TypesInfo, expr); fn != nil {
			if r.Always(fn) {
				return Fact{Always: true}
			}
			return r.fact(fn)
		}
	}
	return Fact{}
}
