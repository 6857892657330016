package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/permits"
)

// permitted reports whether two accesses hold one permit, which belongs to the object that they are
// about, or to the package.
func permitted(p *lockset.Package, a, b *access.Access, x, y *thread) bool {
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

// oneName reports whether two accesses hold a permit of one name, which may be another one in each call of
// what makes it. Each request makes its own.
func oneName(p *lockset.Package, a, b *access.Access) bool {
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
func of(h lockset.Hold, a *access.Access, t *thread) bool {
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
func beside(maker *ssa.Function, t *thread) bool {
	i := slices.IndexFunc(t.frames, func(fr frame) bool { return fr.f.SSA == maker })
	if i < 0 {
		return true // it has returned the literal that has captured both
	}
	made := t.frames[i].obj != nil && t.frames[i].obj.Parent() == maker && !lockset.IsParameter(t.frames[i].obj)
	return starts(t.frames[:i+1]) && (made || t.kind == byMain)
}
