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
	var list []*types.Var
	eachLock(t, "", func(lock *types.Var, _ string) { list = append(list, lock) })
	return list
}

// LockPath returns the fields that lead from a struct to one of its locks, as in ".lock.sessions".
func LockPath(t types.Type, lock *types.Var) string {
	found := "." + lock.Name()
	eachLock(t, "", func(f *types.Var, path string) {
		if f == lock {
			found = path
		}
	})
	return found
}

func eachLock(t types.Type, path string, visit func(lock *types.Var, path string)) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i).Origin()
		if catalog.LockTypes[callmatch.TypeName(f.Type())] {
			visit(f, path+"."+f.Name())
		} else if group, ok := f.Type().(*types.Struct); ok {
			eachLock(group, path+"."+f.Name(), visit)
		}
	}
}
