package intent

import (
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Constructs reports whether fn looks like a constructor: a package's function
// that returns a value of a type declared beside it, or one that is to be closed, as
// a pool of connections is. The context it takes may be that of the value, which
// outlives the call.
func Constructs(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() != nil || catalog.ContextSpenders[callmatch.Name(fn)] {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if named := callmatch.Named(v.Type()); named != nil && (named.Obj().Pkg() == fn.Pkg() || service(named) || closable(named)) {
			return true
		}
	}
	return false
}

func closable(t *types.Named) bool {
	return slices.ContainsFunc([]string{"Close", "Disconnect"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
		_, ok := obj.(*types.Func)
		return ok
	})
}

// service reports whether t is an interface that another package has declared, and that is
// more than an error: what is made is used after the call.
func service(t *types.Named) bool {
	return types.IsInterface(t) && t.Obj().Pkg() != nil
}
