package httplimits

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// endlessField resolves an unexported field of a struct of the package: each value that it gets waits
// without a limit, and none is set through it.
func (r *Result) endlessField(sel *ast.SelectorExpr) ast.Expr {
	field := callmatch.Field(r.pass.TypesInfo, sel)
	if field == nil || field.Exported() || field.Pkg() != r.pass.Pkg || r.open[field] {
		return nil
	}
	r.open[field] = true // a field may get its own value, wrapped
	defer delete(r.open, field)
	var at ast.Expr
	for _, file := range r.pass.Files {
		for n := range ast.Preorder(file) {
			value, gets := r.given(n, field)
			if !gets {
				continue
			}
			if value == nil || r.Endless(value) == nil {
				return nil
			}
			at = r.Endless(value)
		}
	}
	return at
}

// given returns what a literal or an assignment gives a field, and whether it gives it something; nil
// for what is no expression of its own, and where a limit is set through the field.
func (r *Result) given(n ast.Node, field *types.Var) (value ast.Expr, gets bool) {
	info := r.pass.TypesInfo
	switch n := n.(type) {
	case *ast.CompositeLit:
		st, ok := callmatch.Deref(info.TypeOf(n)).Underlying().(*types.Struct)
		if !ok || len(n.Elts) == 0 {
			return nil, false
		}
		if !keyed(n) {
			for i := range min(st.NumFields(), len(n.Elts)) {
				if st.Field(i).Origin() == field.Origin() {
					return n.Elts[i], true
				}
			}
			return nil, false
		}
		value = astindex.LitField(n, field.Name())
		return value, value != nil && callmatch.Named(info.TypeOf(n)) != nil && hasField(st, field)
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && callmatch.Field(info, inner) == field && r.SetsLimit(n, lhs) {
				return nil, true
			}
			if callmatch.Field(info, sel) == field {
				if len(n.Lhs) != len(n.Rhs) {
					return nil, true
				}
				return n.Rhs[i], true
			}
		}
	}
	return nil, false
}

func hasField(st *types.Struct, field *types.Var) bool {
	for f := range st.Fields() {
		if f.Origin() == field.Origin() {
			return true
		}
	}
	return false
}
