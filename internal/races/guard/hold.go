package guard

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
)

// Excluded reports whether two accesses hold one lock, and one of them for writing.
func (g *Guard) Excluded(a, b *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool {
		return !g.ofOther(a, h) && slices.ContainsFunc(b.Held, func(o lockset.Hold) bool {
			return h.Key != "" && h.Key == o.Key && !(h.Read && o.Read) && !g.ofOther(b, o)
		})
	})
}

// Holds reports whether an access holds the guard's lock, in whatever mode.
func (g *Guard) Holds(a *access.Access) bool {
	_, ok := g.hold(a)
	return ok
}

// hold returns how an access holds the guard's lock, by its path, or by another path to it.
func (g *Guard) hold(a *access.Access) (lockset.Hold, bool) {
	h, ok := a.Holds(g.Path(a))
	if !ok {
		h, ok = a.HoldsKey(g.Key)
		ok = ok && !g.ofOther(a, h)
	}
	return h, ok
}

// CalledWith reports whether some callers of the function of an access hold the guard's lock for
// it, and others do not.
func (g *Guard) CalledWith(a *access.Access) bool {
	return g.Key != "" && slices.Contains(a.Callers, g.Key)
}

// InPlace reports whether elements of what the field holds are changed under the lock.
func (g *Guard) InPlace() bool {
	return slices.ContainsFunc(g.Accesses, func(w *access.Access) bool { return w.Write && w.Content && (g.Holds(w) || g.CalledWith(w)) })
}

// MayBeHeld reports whether a lock that an access holds may be the guard's: one of which it is not
// known which it is, or one of the same name. Other locks guard other things.
func (g *Guard) MayBeHeld(a *access.Access) bool {
	return a.Maybe && (g.Key == "" || slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return h.Key == "" || h.Key == g.Key }))
}

// ofOther reports whether a lock that is held for an access is that of another object of the same
// type: the function locked an argument, and accesses what a call or a container gave it.
//
//	j.mu.Lock()
//	parent := cache.Get(j.parent)
//	parent.children = append(parent.children, j.id) // parent.mu is not held
func (g *Guard) ofOther(a *access.Access, h lockset.Hold) bool {
	held, ok := h.Root.(*ssa.Parameter)
	return ok && h.Key != "" && h.Key == g.Key && a.Struct != nil && h.Fields == access.LockPath(a.Struct, g.Lock) &&
		types.Identical(callmatch.Deref(held.Type()), a.Struct) && a.Owner.Fields == "" && origin.Obtained(a.Func.Pkg, a.Owner.Root)
}

// LocksOther reports whether an access holds the guard's lock of another object.
func (g *Guard) LocksOther(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return g.ofOther(a, h) })
}
