package races

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
)

// configured reports whether an access reads a field that is set in one place only, once
// the object is shared, and there to a dependency that is passed in, or where it was nil:
// the object is configured, before others use it as a rule, whatever lock is held for that.
func (g *Guard) configured(a *access.Access) bool {
	var set *access.Access
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
	return ok && (lazy(set) && set.Func != a.Func || lockset.Works(store.Val.Type()) && (origin.HandedIn(store.Val) || boots(set)))
}

// sets reports whether an access stores a dependency in the object, as it was passed in.
func sets(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	return ok && !a.Content && lockset.Works(store.Val.Type()) && origin.HandedIn(store.Val)
}

// option reports whether an access is a write of what is given an object to set it up, as
// those values are that a constructor takes: a function that gets the object alone, returns
// no more than an error, and is used as a value or belongs to another type.
func option(a *access.Access) bool {
	fn := a.Func.SSA
	sig := fn.Signature
	if !a.Write || a.Content || sig.Params().Len() != 1 || sig.Results().Len() > 1 || lockset.Loops(a.Instr.Block()) {
		return false
	}
	if sig.Results().Len() == 1 && !types.Identical(sig.Results().At(0).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	object := fn.Params[len(fn.Params)-1]
	return a.Owner.Root == object && lockset.IsPointer(object.Type()) && (sig.Recv() != nil || fn.Parent() != nil || a.Func.AsValue())
}

// boots reports whether the function of a write sets several fields of the object: it begins
// the object's work. To take values away begins none.
func boots(a *access.Access) bool {
	fields := make(map[*types.Var]bool)
	for _, w := range access.Of(a.Func.Pkg) {
		if w.Func == a.Func && w.Write && !w.Content && w.Owner == a.Owner && !w.Empties() {
			fields[w.Field] = true
		}
	}
	return len(fields) > 2
}

// makesMap reports whether a write gives a map to a field that has none, in a function that
// takes no lock: it makes the object ready.
func makesMap(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || !lazy(a) || a.Func.SSA.Signature.Recv() == nil || holding.LocksOwn(a.Func) {
		return false
	}
	_, made := store.Val.(*ssa.MakeMap)
	return made
}

// registered reports whether a read takes for granted that an element of a map is there, and
// exported functions that nothing in this package calls put all of them in: those may be called
// before others have the object.
//
//	func (m *Metrics) Register(name string) { m.mu.Lock(); m.counters[name] = …; m.mu.Unlock() }
//	func (m *Metrics) Inc(name string)      { m.counters[name].Inc() }
func (g *Guard) registered(a *access.Access) bool {
	lookup, ok := a.Instr.(*ssa.Lookup)
	if !ok || a.Write || lookup.CommaOk || !lockset.Works(lookup.Type()) {
		return false
	}
	for _, use := range *lookup.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case ssa.CallInstruction:
			if !isReceiver(use.Common(), lookup) {
				return false
			}
		default:
			return false
		}
	}
	return !slices.ContainsFunc(g.Accesses, func(w *access.Access) bool {
		_, puts := w.Instr.(*ssa.MapUpdate)
		return w.Write && !(puts && w.Func.Root && len(w.Func.Sites) == 0)
	})
}

// isReceiver reports whether a method of v is called.
func isReceiver(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return call.Value == v
	}
	return call.Signature().Recv() != nil && len(call.Args) > 0 && call.Args[0] == v
}
