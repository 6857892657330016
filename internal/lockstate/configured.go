package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// configured reports whether an access reads a field that is set in one place only, once the
// object is shared, and there to something handed in to work with, or where it was nil: the
// object is configured, before others use it as a rule, whatever lock is held for that.
func (g *Guard) configured(a *Access) bool {
	var set *Access
	for _, w := range g.Accesses {
		if !w.Write {
			continue
		}
		if set != nil || w.Content {
			return false
		}
		set = w
	}
	if a.Write || set == nil {
		return false
	}
	store, ok := set.Instr.(*ssa.Store)
	return ok && (set.lazy() && set.Func != a.Func || works(store.Val.Type()) && handedIn(store.Val))
}

// works reports whether a value of a type is something to work with, and no data.
func works(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Pointer:
		return true
	}
	return false
}

// handedIn reports whether a value is a parameter of its function, as it is or as an interface.
func handedIn(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.MakeInterface:
		return handedIn(v.X)
	case *ssa.ChangeInterface:
		return handedIn(v.X)
	}
	return false
}
