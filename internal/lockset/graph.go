package lockset

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A BlockSet is a set of blocks of one function, by their index.
type BlockSet []bool

func (s BlockSet) Has(b *ssa.BasicBlock) bool { return s[b.Index] }

// Backward returns the blocks from which target is reached.
func Backward(target *ssa.BasicBlock) BlockSet {
	return backwardFrom(target.Parent(), target)
}

// backwardFromPreds returns the blocks from which b is reached in at least one
// step.
func backwardFromPreds(b *ssa.BasicBlock) BlockSet { return backwardFrom(b.Parent(), b.Preds...) }

func backwardFrom(fn *ssa.Function, targets ...*ssa.BasicBlock) BlockSet {
	seen := make(BlockSet, len(fn.Blocks))
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

// Loops reports whether b is reached from itself.
func Loops(b *ssa.BasicBlock) bool { return backwardFromPreds(b).Has(b) }

// Precedes reports whether b may run after a in one call of their function.
func Precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return Backward(b.Block()).Has(a.Block())
	}
	instrs := a.Block().Instrs
	return slices.Index(instrs, a) < slices.Index(instrs, b) || Loops(b.Block())
}

// InstrsBehind returns the instructions of the block that come after instr.
func InstrsBehind(instr ssa.Instruction) []ssa.Instruction {
	list := instr.Block().Instrs
	return list[slices.Index(list, instr)+1:]
}

// Avoids reports whether a path leads from b to a return without target.
func Avoids(b, target *ssa.BasicBlock) bool {
	return slices.ContainsFunc(exitsFrom(b, target), func(exit bool) bool { return exit })
}

// ExitsWithout returns the blocks with a return to which a path leads from b without target; none if b is
// the target.
func ExitsWithout(b, target *ssa.BasicBlock) BlockSet {
	if b == target {
		return make(BlockSet, len(b.Parent().Blocks))
	}
	return exitsFrom(b, target)
}

// exitsFrom is ExitsWithout where b itself is not excluded.
func exitsFrom(b, target *ssa.BasicBlock) BlockSet {
	seen := make(BlockSet, len(b.Parent().Blocks))
	exits := make(BlockSet, len(seen))
	seen[b.Index], seen[target.Index] = true, true
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if _, ok := LastOf(b).(*ssa.Return); ok {
			exits[b.Index] = true
		}
		for _, succ := range b.Succs {
			if !seen[succ.Index] {
				seen[succ.Index] = true
				work = append(work, succ)
			}
		}
	}
	return exits
}

// LastOf returns the instruction that ends b.
func LastOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// Fails reports whether an exit returns an error.
func Fails(exit ssa.Instruction) bool {
	ret, ok := exit.(*ssa.Return)
	return ok && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		return callmatch.IsError(v.Type()) && !IsNilConst(returned(ret, v))
	})
}

// returned returns what a return statement of a function with deferred calls has stored in the
// result that v reads, else v.
func returned(ret *ssa.Return, v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, instr := range slices.Backward(ret.Block().Instrs) {
		if store, ok := instr.(*ssa.Store); ok && store.Addr == load.X {
			return store.Val
		}
	}
	return v
}
