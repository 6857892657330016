package statuses

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

func isField(info *types.Info, id *ast.Ident) bool {
	v, ok := info.Uses[id].(*types.Var)
	return ok && v.IsField()
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// tableOf returns the key for the table of a type: the type itself. How gorm and the type's
// methods name the table is not needed.
func tableOf(t types.Type) string {
	for range 4 { // a slice of slices is no row, and a type may be its own element
		t = callmatch.Deref(t)
		list, ok := t.Underlying().(*types.Slice)
		if !ok {
			break
		}
		t = list.Elem()
	}
	if name := callmatch.TypeName(t); name != "" {
		return ofType + name
	}
	return ""
}

// columnOf returns the column of a field of an example.
func columnOf(field *types.Var) string { return snake(field.Name()) }
