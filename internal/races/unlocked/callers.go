package unlocked

import (
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
)

// UnderCaller reports whether a caller in this package holds a lock of the guard's
// kind when it calls the function of the access.
func (u Race) UnderCaller() bool { return u.heldAbove(u.Func, make(map[*lockset.Func]bool)) }

// heldAbove reports whether a caller of f has the lock, or one of the callers of that.
func (u Race) heldAbove(f *lockset.Func, seen map[*lockset.Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		under := func(h lockset.Hold) bool { return h.Key == u.Guard.Key }
		return !s.Start && (slices.ContainsFunc(holding.AtCalls(s.Caller)[s.Instr], under) || u.heldAbove(s.Caller, seen))
	})
}

// UnderOther reports whether the guard's lock of another object of the same type is held.
func (u Race) UnderOther() bool { return u.Guard.LocksOther(u.Access) }

// heldBy returns a call of f, or of what calls f, that holds a lock, by its key.
func heldBy(f *lockset.Func, key string, seen map[*lockset.Func]bool) token.Pos {
	if seen[f] {
		return token.NoPos
	}
	seen[f] = true
	for _, s := range f.Sites {
		if !s.Start && slices.Contains(holding.KeysAt(s.Caller, s.Instr), key) {
			return s.Instr.Pos()
		}
	}
	for _, s := range f.Sites {
		if pos := heldBy(s.Caller, key, seen); !s.Start && pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}
