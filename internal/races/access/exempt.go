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

// LockFields returns the fields of a struct that are locks, and those of its fields that are structs without
// a name: they group locks.
//
//	lock struct { sessions, history sync.RWMutex }
func LockFields(t types.Type) []*types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var list []*types.Var
	for i := range st.NumFields() {
		f := st.Field(i).Origin()
		if catalog.LockTypes[callmatch.TypeName(f.Type())] {
			list = append(list, f)
		} else if group, ok := f.Type().(*types.Struct); ok {
			list = append(list, LockFields(group)...)
		}
	}
	return list
}

// LockPath returns the fields that lead from a struct to one of its locks, as in ".lock.sessions".
func LockPath(t types.Type, lock *types.Var) string {
	if path := pathTo(t, lock); path != "" {
		return path
	}
	return "." + lock.Name()
}

func pathTo(t types.Type, lock *types.Var) string {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		f := st.Field(i).Origin()
		if f == lock {
			return "." + f.Name()
		}
		if group, ok := f.Type().(*types.Struct); ok {
			if path := pathTo(group, lock); path != "" {
				return "." + f.Name() + path
			}
		}
	}
	return ""
}
