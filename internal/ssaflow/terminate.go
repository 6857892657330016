package ssaflow

import (
	"golang.org/x/tools/go/ssa"
)

// implied recognizes the panics that SSA form adds, and that are not reached: the one after the last case
// of a blocking select, and those for an iterator that calls the body of a range after its end.
func implied(p *ssa.Panic) bool { return !p.Pos().IsValid() }

// Terminates reports whether running fn may end the goroutine or the process:
// a panic of its own, or a call of something that does not return.
func (f *Flow) Terminates(fn *ssa.Function) bool {
	if known, ok := f.ending.Load(fn); ok {
		return known.(bool)
	}
	seen := make(map[*ssa.Function]bool)
	ends := f.terminates(fn, seen)
	f.ending.Store(fn, ends)
	if !ends { // none of those that it calls does, either
		for callee := range seen {
			f.ending.Store(callee, false)
		}
	}
	return ends
}

func (f *Flow) terminates(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	if known, ok := f.ending.Load(fn); ok {
		return known.(bool)
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		if p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok && !implied(p) && !f.loops(b) {
			return true
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			fns, _ := f.Callees(call)
			for _, callee := range fns {
				if f.terminates(callee, seen) {
					return true
				}
			}
		}
	}
	return false
}

// loops reports whether the path through b ends because a function of this
// package does not return: its own body says whether that ends anything.
func (f *Flow) loops(b *ssa.BasicBlock) bool {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if call, ok := b.Instrs[i].(*ssa.Call); ok {
			fns, complete := f.Callees(call)
			return complete && len(fns) > 0
		}
	}
	return false
}
