package access

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Exempt reports whether values of a type look after themselves.
func Exempt(t types.Type) bool {
	if catalog.LockTypes[callmatch.TypeName(t)] {
		return true
	}
	if named := callmatch.Named(t); named != nil && named.Obj().Pkg() != nil {
		switch named.Obj().Pkg().Path() {
		case "sync", "sync/atomic", "go.uber.org/atomic", "internal/runtime/atomic":
			return true
		}
	}
	_, isChan := t.Underlying().(*types.Chan)
	return isChan
}

// LockFields returns the fields of a struct that are locks.
func LockFields(t types.Type) []*types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var list []*types.Var
	for i := range st.NumFields() {
		if f := st.Field(i).Origin(); catalog.LockTypes[callmatch.TypeName(f.Type())] {
			list = append(list, f)
		}
	}
	return list
}
