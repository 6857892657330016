package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// UnderCaller reports whether a caller in this package holds a lock of the guard's
// kind when it calls the function of the access.
func (u Unlocked) UnderCaller() bool { return u.heldAbove(u.Func, make(map[*lockset.Func]bool)) }

// heldAbove reports whether a caller of f has the lock, or one of the callers of that.
func (u Unlocked) heldAbove(f *lockset.Func, seen map[*lockset.Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		if s.Start {
			return false
		}
		under := false
		s.Caller.Walk(func(instr ssa.Instruction, held lockset.State) {
			under = under || instr == s.Instr && slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == u.Guard.Key })
		})
		return under || u.heldAbove(s.Caller, seen)
	})
}

// UnderOther reports whether the guard's lock of another object of the same type is held.
func (u Unlocked) UnderOther() bool { return u.Guard.LocksOther(u.Access) }
