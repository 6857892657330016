package races

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
)

// ofOther reports whether a lock that is held for an access is that of another object of the same
// type: the function locked an argument, and accesses what a call or a container gave it.
//
//	j.mu.Lock()
//	parent := cache.Get(j.parent)
//	parent.children = append(parent.children, j.id) // parent.mu is not held
func (g *Guard) ofOther(a *access.Access, h lockset.Hold) bool {
	held, ok := h.Root.(*ssa.Parameter)
	return ok && h.Key != "" && h.Key == g.Key && h.Fields == "."+g.Lock.Name() && a.Struct != nil &&
		types.Identical(callmatch.Deref(held.Type()), a.Struct) && a.Owner.Fields == "" && origin.Obtained(a.Func.Pkg, a.Owner.Root)
}

// locksOther reports whether an access holds the guard's lock of another object.
func (g *Guard) locksOther(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return g.ofOther(a, h) })
}
