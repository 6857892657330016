package lockstate

import "golang.org/x/tools/go/ssa"

// Configured reports whether the field, once the object is shared, is set in one place
// only, and there to what that function is given, or where it was nil: the object is
// configured, before others use it as a rule, whatever lock is held for that.
func (g *Guard) Configured() bool {
	var set *Access
	for _, a := range g.Accesses {
		if !a.Write {
			continue
		}
		if set != nil && set != a || a.Content {
			return false
		}
		set = a
	}
	if set == nil {
		return false
	}
	store, ok := set.Instr.(*ssa.Store)
	return ok && (set.lazy() || handedIn(store.Val))
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
