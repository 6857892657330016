package ssaflow

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// isSelectPanic recognizes the panic after the last case of a blocking select, which cannot
// be reached.
func isSelectPanic(p *ssa.Panic) bool { return panicText(p) == "blocking select matched no case" }

func panicText(p *ssa.Panic) string {
	mk, ok := p.X.(*ssa.MakeInterface)
	if !ok {
		return ""
	}
	c, ok := mk.X.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c.Value)
}

// Terminates reports whether running fn may end the goroutine or the process:
// a panic of its own, or a call of something that does not return.
func (f *Flow) Terminates(fn *ssa.Function) bool {
	return f.terminates(fn, make(map[*ssa.Function]bool))
}

func (f *Flow) terminates(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		if p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok && !isSelectPanic(p) && !f.loops(b) {
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
