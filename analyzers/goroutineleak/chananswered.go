package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// answered reports whether each round of the loop in which instr sets a send off goes
// on to receive, in a select or without: what is sent in one round is received in it.
func (o *owner) answered(instr ssa.Instruction, l *loop) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var misses func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool // comes to the next round without
	misses = func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool {
		if slices.ContainsFunc(instrs, o.receives) {
			return false
		}
		for i, succ := range b.Succs {
			switch {
			case !l.body[succ] || o.receivesOn(b, i):
				continue
			case succ == l.head:
				return true
			}
			if !seen[succ] {
				seen[succ] = true
				if misses(succ, succ.Instrs) {
					return true
				}
			}
		}
		return false
	}
	return !misses(instr.Block(), instrsAfter(instr))
}

// receives reports whether instr waits for the channel alone.
func (o *owner) receives(instr ssa.Instruction) bool {
	recv, ok := instr.(*ssa.UnOp)
	return ok && recv.Op == token.ARROW && o.is(recv.X)
}

// receivesOn reports whether the i-th edge out of b leads to the case of a select that
// has received from the channel.
func (o *owner) receivesOn(b *ssa.BasicBlock, i int) bool {
	cmp, ok := condition(b)
	if !ok || i != 0 {
		return false
	}
	sel, n, ok := ssaflow.SelectCase(cmp)
	return ok && sel.States[n].Send == nil && o.is(sel.States[n].Chan)
}
