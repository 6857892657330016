package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A blockSet is a set of blocks of one function, by their index.
type blockSet []bool

func (s blockSet) has(b *ssa.BasicBlock) bool { return s[b.Index] }

// backward returns the blocks from which target is reached.
func backward(target *ssa.BasicBlock) blockSet {
	return backwardFrom(target.Parent(), target)
}

// backwardFromPreds returns the blocks from which b is reached in at least one
// step.
func backwardFromPreds(b *ssa.BasicBlock) blockSet { return backwardFrom(b.Parent(), b.Preds...) }

func backwardFrom(fn *ssa.Function, targets ...*ssa.BasicBlock) blockSet {
	seen := make(blockSet, len(fn.Blocks))
	work := make([]*ssa.BasicBlock, 0, 16)
	for _, b := range targets {
		if !seen[b.Index] {
			seen[b.Index] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, pred := range b.Preds {
			if !seen[pred.Index] {
				seen[pred.Index] = true
				work = append(work, pred)
			}
		}
	}
	return seen
}

// loops reports whether b is reached from itself.
func loops(b *ssa.BasicBlock) bool { return backwardFromPreds(b).has(b) }

// precedes reports whether b may run after a in one call of their function.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return backward(b.Block()).has(a.Block())
	}
	instrs := a.Block().Instrs
	return slices.Index(instrs, a) < slices.Index(instrs, b) || loops(b.Block())
}

// instrsBehind returns the instructions of the block that come after instr.
func instrsBehind(instr ssa.Instruction) []ssa.Instruction {
	list := instr.Block().Instrs
	return list[slices.Index(list, instr)+1:]
}

// avoids reports whether a path leads from b to a return without target.
func avoids(b, target *ssa.BasicBlock) bool {
	seen := make(blockSet, len(b.Parent().Blocks))
	seen[b.Index], seen[target.Index] = true, true
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if _, ok := lastOf(b).(*ssa.Return); ok {
			return true
		}
		for _, succ := range b.Succs {
			if !seen[succ.Index] {
				seen[succ.Index] = true
				work = append(work, succ)
			}
		}
	}
	return false
}

// lastOf returns the instruction that ends b.
func lastOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }
