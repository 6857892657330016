package httplimits

import (
	"go/ast"
	"go/types"

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
	for _, value := range r.given()[field.Origin()] {
		if at = r.Endless(value); at == nil {
			return nil
		}
	}
	return at
}

// given returns what literals and assignments give each field of the package's structs, found once; nil
// for what is no expression of its own, and where a limit is set through the field.
func (r *Result) given() map[*types.Var][]ast.Expr {
	if r.values != nil {
		return r.values
	}
	r.values = make(map[*types.Var][]ast.Expr)
	for _, file := range r.pass.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.CompositeLit:
				r.giveLiteral(n)
			case *ast.AssignStmt:
				r.giveAssigned(n)
			}
		}
	}
	return r.values
}

func (r *Result) give(field *types.Var, value ast.Expr) {
	if field != nil {
		r.values[field.Origin()] = append(r.values[field.Origin()], value)
	}
}

func (r *Result) giveLiteral(lit *ast.CompositeLit) {
	st, ok := callmatch.Deref(r.pass.TypesInfo.TypeOf(lit)).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				field, _ := r.pass.TypesInfo.Uses[key].(*types.Var)
				r.give(field, kv.Value)
			}
		} else if i < st.NumFields() {
			r.give(st.Field(i), elt)
		}
	}
}

func (r *Result) giveAssigned(assign *ast.AssignStmt) {
	info := r.pass.TypesInfo
	for i, lhs := range assign.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && r.SetsLimit(assign, lhs) {
			r.give(callmatch.Field(info, inner), nil)
		}
		if len(assign.Lhs) != len(assign.Rhs) {
			r.give(callmatch.Field(info, sel), nil)
		} else {
			r.give(callmatch.Field(info, sel), assign.Rhs[i])
		}
	}
}
