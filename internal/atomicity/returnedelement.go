package atomicity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// elementReturned reports whether an access looks up an element that is itself a map or slice, and that
// the function returns and keeps.
//
//	return t.backends[service]
func elementReturned(p *lockset.Package, a *access.Access) bool {
	found, ok := a.Instr.(*ssa.Lookup)
	if !ok || a.Write || !a.Content || a.Struct == nil {
		return false
	}
	for _, v := range elements(found) {
		if holdsElements(v.Type()) && returns(p, v) {
			return !access.TakenOut(found)
		}
	}
	return false
}

// CommaOk reports whether what is returned was looked up together with whether it is there.
func (r *Returned) CommaOk() bool {
	found, ok := r.Instr.(*ssa.Lookup)
	return ok && found.CommaOk
}

// elements returns the values that a lookup finds.
func elements(found *ssa.Lookup) []ssa.Value {
	if !found.CommaOk {
		return []ssa.Value{found}
	}
	var list []ssa.Value
	for _, ref := range ssabuild.Referrers(found) {
		if extract, ok := ref.(*ssa.Extract); ok && extract.Index == 0 {
			list = append(list, extract)
		}
	}
	return list
}

// changesElement returns an access in another function that changes what an element of the same field
// holds, under the lock.
func changesElement(p *lockset.Package, a *access.Access, h lockset.Hold) *access.Access {
	for _, w := range access.Of(p) {
		found, ok := w.Instr.(*ssa.Lookup)
		deeper := w.Write && w.Depth == a.Depth+1 || ok && !w.Write && w.Depth == a.Depth && slices.ContainsFunc(elements(found), overwrites)
		if deeper && heldBeside(a, w, h) {
			return w
		}
	}
	return nil
}

// heldBeside reports whether an access in another function is one of the content of the same field, of an
// object that others have, under the lock, at least when some callers call it. A helper that leaves the lock to
// its callers, by its name or its comment, is under it where those in the package hold it.
func heldBeside(a, w *access.Access, h lockset.Hold) bool {
	if w.Field != a.Field || !w.Content || w.Fresh || w.Func.Outermost() == a.Func.Outermost() {
		return false
	}
	_, held := w.HoldsKey(h.Key)
	return held || slices.Contains(w.Callers, h.Key) || holding.ByAllCallers(w.Func)[h.Key]
}

// overwrites reports whether the function assigns to elements of a slice, or to their fields.
func overwrites(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.IndexAddr:
			return ref.X == v && overwrites(ref)
		case *ssa.FieldAddr:
			return overwrites(ref)
		case *ssa.Store:
			return ref.Addr == v
		}
		return false
	})
}
