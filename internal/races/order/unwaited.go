package order

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// LeadsUnwaited reports whether a path leads from one instruction to another one on which nothing waits for
// other goroutines, and obj stays the same object. It takes the edges that takes reports, all where that is nil.
func LeadsUnwaited(from, to ssa.Instruction, obj ssa.Value, takes func(b, succ *ssa.BasicBlock) bool) bool {
	maker, _ := obj.(ssa.Instruction)
	seen := make(lockset.BlockSet, len(from.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == to:
				return true
			case maker != nil && instr == maker, Waits(instr):
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) || takes != nil && !takes(b, succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	b := from.Block()
	return follow(b, slices.Index(b.Instrs, from)+1)
}
