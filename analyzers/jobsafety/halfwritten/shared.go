package halfwritten

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// shared returns the variables, fields included, that both writes are passed, or called on, other than what has the
// pool and the context.
func (w *pair) shared() (list []*types.Var) {
	of := func(call *ast.CallExpr) map[*types.Var]bool {
		vars := make(map[*types.Var]bool)
		ast.Inspect(call, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := w.p.TypesInfo.Uses[id].(*types.Var); ok && (value(v) || isRecord(w.p, v.Type())) {
					vars[v] = true
				}
			}
			return true
		})
		return vars
	}
	first, second := of(w.a), of(w.b)
	for v := range first {
		if second[v] && v != w.first.On.Root {
			list = append(list, v)
		}
	}
	return list
}

// value reports whether a variable holds a value for a row: a number, a text, or an array such as a UUID.
func value(v *types.Var) bool {
	switch v.Type().Underlying().(type) {
	case *types.Basic, *types.Array:
		return true
	}
	return false
}

// isRecord reports whether a type is a pointer to a struct of the module, which a write may fill.
func isRecord(p *check.Pass, t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	named := callmatch.Named(ptr.Elem())
	return named != nil && (named.Obj().Pkg() == p.Pkg || !callmatch.Foreign(p.Pass, named.Obj()) && !callmatch.Std(named.Obj()))
}
