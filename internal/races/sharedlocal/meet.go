package sharedlocal

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// meet reports whether two accesses of v may happen at the same time.
func meet(p *lockset.Package, v *ssa.Alloc, a, b localUse) bool {
	switch {
	case a.start == nil && b.start == nil:
		return false
	case a.given && b.given:
		return true // that they take a lock says that they are called by several
	case a.given || b.given:
		return false
	case a.start == nil:
		return unsynced(p, v, b.start, a.instr)
	case b.start == nil:
		return unsynced(p, v, a.start, b.instr)
	}
	return unsynced(p, v, a.start, b.start) || unsynced(p, v, b.start, a.start)
}

// synced reports whether the goroutine has itself waited for something before the access,
// on every path.
func synced(p *lockset.Package, u localUse) bool {
	if u.start == nil {
		return false // see meet
	}
	for b := u.instr.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == u.instr {
				break
			}
			if order.Syncs(p, instr, -1) {
				return true
			}
		}
	}
	return false
}

// unsynced reports whether a path leads from one instruction to another on which nothing
// waits for other goroutines, and which stays with one instance of v.
func unsynced(p *lockset.Package, v *ssa.Alloc, from, to ssa.Instruction) bool {
	seen := make(lockset.BlockSet, len(from.Block().Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == to:
				return true
			case instr == ssa.Instruction(v) || order.Syncs(p, instr, 3):
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	b := from.Block()
	return follow(b, slices.Index(b.Instrs, from)+1)
}
