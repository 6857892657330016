package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// leftToCallers reports whether the callers in this package see to the locking of
// an exported function: all of them hold a lock, or are themselves called by such as
// do. Who calls it from elsewhere is taken to know.
func (f *Func) leftToCallers() bool {
	seen, held := make(map[*Func]bool), false
	var left func(f *Func) bool
	left = func(f *Func) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		return len(f.sites) > 0 && !slices.ContainsFunc(f.sites, func(s site) bool {
			if _, started := s.instr.(*ssa.Go); started {
				return true
			}
			if s.caller.surely(s.instr) {
				held = true
				return false
			}
			return !left(s.caller)
		})
	}
	return left(f) && held
}

// surely reports whether some lock is held at an instruction on every path.
func (f *Func) surely(at ssa.Instruction) bool {
	found := false
	f.Walk(func(instr ssa.Instruction, held State) {
		found = found || instr == at && len(held.Held()) > 0
	})
	return found
}
