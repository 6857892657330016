package races

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// leftToCallers reports whether the callers in this package lock for an exported function:
// all of them hold a lock, or got the object for themselves, or initialize it, or are
// themselves called by such as do. Callers in other packages are assumed to do the same.
func leftToCallers(f *lockset.Func) bool {
	seen, held := make(map[*lockset.Func]bool), false
	var left func(f *lockset.Func) bool
	left = func(f *lockset.Func) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		return len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
			if s.Start {
				return true
			}
			if surely(s.Caller, s.Instr) {
				held = true
				return false
			}
			return !siteObtained(s) && !lockset.IsInitializer(s.Caller.SSA) && !left(s.Caller)
		})
	}
	return left(f) && held
}

// siteObtained reports whether the object whose method is called is the result of a call
// in the same function:
//
//	lister, err := conn.ListDir(name)
//	entries, err := lister.Next(100)
func siteObtained(s lockset.Site) bool {
	common := s.Instr.Common()
	if common.IsInvoke() || common.Signature().Recv() == nil || len(common.Args) == 0 {
		return false
	}
	recv := common.Args[0]
	if extract, ok := recv.(*ssa.Extract); ok {
		recv = extract.Tuple
	}
	_, ok := recv.(*ssa.Call)
	return ok
}

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
func (u Unlocked) UnderOther() bool { return u.Guard.locksOther(u.Access) }

// surely reports whether some lock is held at an instruction on every path, by the function
// or by the starter of its goroutine, which waits for it.
func surely(f *lockset.Func, at ssa.Instruction) bool {
	found := false
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		found = found || instr == at && (len(held.Held()) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(held)), func(h lockset.Hold) bool { return h.Inherited }))
	})
	return found
}
