package lockuse

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// BlockingsBelow returns what [Blockings] leaves out because only some callers hold a lock: the
// calls with a lock held, of functions that come to an instruction that matches, in at most
// three steps, and release that lock nowhere.
func BlockingsBelow(p *lockset.Package, match func(ssa.Instruction) bool) []Blocking {
	below := make(map[*lockset.Func][]ssa.Instruction)
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, _ lockset.State) {
			if match(instr) {
				below[f] = append(below[f], instr)
			}
		})
	}
	var list []Blocking
	level := below
	for range maxBelow {
		next := make(map[*lockset.Func][]ssa.Instruction)
		for _, f := range p.Funcs {
			list = append(list, callsOf(f, level, next)...)
		}
		level = next
	}
	return list
}

// maxBelow is how many calls lead from the one under the lock to the wait.
const maxBelow = 3

// callsOf returns the calls in f of functions with waits that run under a lock which those do not
// hold themselves, and notes the waits that f comes to by calls.
func callsOf(f *lockset.Func, waits, next map[*lockset.Func][]ssa.Instruction) []Blocking {
	var list []Blocking
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		callee := f.Pkg.Callee(&call.Call)
		if callee == nil || callee == f || len(waits[callee]) == 0 {
			return
		}
		next[f] = append(next[f], waits[callee]...)
		holds := slices.DeleteFunc(held.Held(), func(h lockset.Hold) bool {
			return h.Key == "" || f.Pkg.Unshared(h.Root, instr) || slices.Contains(callee.Summary.Gives, h.Key)
		})
		for _, wait := range waits[callee] {
			rest := slices.DeleteFunc(slices.Clone(holds), func(h lockset.Hold) bool { return heldIn(f.Pkg.ByFunc[wait.Parent()], h.Key) })
			if len(rest) > 0 {
				list = append(list, Blocking{f, wait, rest, call})
			}
		}
	})
	return list
}

// heldIn reports whether all callers of f hold a lock.
func heldIn(f *lockset.Func, key string) bool {
	return slices.ContainsFunc(f.Entry().Held(), func(h lockset.Hold) bool { return h.Key == key })
}
