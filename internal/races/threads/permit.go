package threads

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/permits"
)

// Permitted reports whether two accesses hold one permit, which belongs to the object that they are
// about, or to the package.
func Permitted(p *lockset.Package, a, b *access.Access, x, y *Thread) bool {
	for _, h := range a.Permits {
		if !permits.Exclusive(p, h) {
			continue
		}
		if slices.ContainsFunc(b.Permits, func(o lockset.Hold) bool {
			return h.SamePermit(o) && of(h, a, x) && of(o, b, y) && sameOwner(h, o, a, b)
		}) {
			return true
		}
	}
	return false
}

// OneName reports whether two accesses hold a permit of one name, which may be another one in each call of
// what makes it. Each request makes its own.
func OneName(p *lockset.Package, a, b *access.Access) bool {
	return slices.ContainsFunc(a.Permits, func(h lockset.Hold) bool {
		perRequest := h.Key == "" && h.Root.Parent() != nil && lockset.Handles(h.Root.Parent())
		return !perRequest && permits.Exclusive(p, h) && slices.ContainsFunc(b.Permits, h.SamePermit)
	})
}

// sameOwner reports whether the permits of two accesses have one object if the accesses have: the path
// from the object of the access to them is the same.
func sameOwner(h lockset.Hold, o lockset.Hold, a, b *access.Access) bool {
	_, global := h.Root.(*ssa.Global)
	if global || h.Key == "" {
		return true
	}
	return h.Fields == o.Fields && a.Owner.Fields == b.Owner.Fields
}

// of reports whether all that access what the access of a thread is about share the permit: it is a package
// variable, the same for the object, or one that was made beside the object, before the goroutines began.
func of(h lockset.Hold, a *access.Access, t *Thread) bool {
	switch root := h.Root.(type) {
	case nil:
		return false
	case *ssa.Global:
		return true
	case *ssa.MakeChan, *ssa.Alloc:
		return beside(root.Parent(), t)
	}
	return !a.OfPackage() && h.Root == a.Owner.Root
}

// beside reports whether what a function has made is one for all goroutines of a thread: it runs once, or
// what is accessed is made by the same call of it, and the goroutine begins after that.
func beside(maker *ssa.Function, t *Thread) bool {
	i := slices.IndexFunc(t.Frames, func(fr Frame) bool { return fr.F.SSA == maker })
	if i < 0 {
		return true // it has returned the literal that has captured both
	}
	made := t.Frames[i].Obj != nil && t.Frames[i].Obj.Parent() == maker && !lockset.IsParameter(t.Frames[i].Obj)
	return Starts(t.Frames[:i+1]) && (made || t.Kind == byMain)
}
