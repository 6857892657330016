package lockstate

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// leftToCallers reports whether the callers in this package lock for an exported function:
// all of them hold a lock, or got the object for themselves, or initialize it, or are
// themselves called by such as do. Callers in other packages are assumed to do the same.
func (f *Func) leftToCallers() bool {
	seen, held := make(map[*Func]bool), false
	var left func(f *Func) bool
	left = func(f *Func) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		return len(f.sites) > 0 && !slices.ContainsFunc(f.sites, func(s site) bool {
			if s.start {
				return true
			}
			if s.caller.surely(s.instr) {
				held = true
				return false
			}
			return !s.obtained() && !isInitializer(s.caller.SSA) && !left(s.caller)
		})
	}
	return left(f) && held
}

// obtained reports whether the object whose method is called is the result of a call
// in the same function:
//
//	lister, err := conn.ListDir(name)
//	entries, err := lister.Next(100)
func (s site) obtained() bool {
	common := s.instr.Common()
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
func (u Unlocked) UnderCaller() bool { return u.heldAbove(u.Func, make(map[*Func]bool)) }

// heldAbove reports whether a caller of f has the lock, or one of the callers of that.
func (u Unlocked) heldAbove(f *Func, seen map[*Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return slices.ContainsFunc(f.sites, func(s site) bool {
		if s.start {
			return false
		}
		under := false
		s.caller.Walk(func(instr ssa.Instruction, held State) {
			under = under || instr == s.instr && slices.ContainsFunc(held.Held(), func(h Hold) bool { return h.Key == u.Guard.Key })
		})
		return under || u.heldAbove(s.caller, seen)
	})
}

// UnderOther reports whether the guard's lock of another object of the same type is held.
func (u Unlocked) UnderOther() bool { return u.Guard.locksOther(u.Access) }

// surely reports whether some lock is held at an instruction on every path, by the function
// or by the starter of its goroutine, which waits for it.
func (f *Func) surely(at ssa.Instruction) bool {
	found := false
	f.Walk(func(instr ssa.Instruction, held State) {
		found = found || instr == at && (len(held.Held()) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(held)), func(h Hold) bool { return h.Lent }))
	})
	return found
}
