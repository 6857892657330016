package filestate

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// kept returns the keys of the fields in which the function keeps the path that a variable holds:
//
//	f, err := os.Open(path)
//	…
//	return &store{path: path}, nil
func (k *keys) kept(path ast.Expr) (list []string) {
	id, ok := ast.Unparen(path).(*ast.Ident)
	if !ok {
		return nil
	}
	v := k.pass.TypesInfo.Uses[id]
	same := func(expr ast.Expr) bool {
		other, ok := ast.Unparen(expr).(*ast.Ident)
		return ok && k.pass.TypesInfo.Uses[other] == v
	}
	add := func(key string) {
		if !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	ast.Inspect(k.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			owner := callmatch.TypeName(k.pass.TypesInfo.TypeOf(n))
			for _, elt := range n.Elts {
				kv, ok := elt.(*ast.KeyValueExpr)
				if !ok || owner == "" || !same(kv.Value) {
					continue
				}
				if field, ok := kv.Key.(*ast.Ident); ok && isField(k.pass.TypesInfo.Uses[field]) {
					add("field " + owner + "." + field.Name)
				}
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) && same(n.Rhs[i]) {
					add(k.selected(sel, 0))
				}
			}
		}
		return true
	})
	return list
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}
