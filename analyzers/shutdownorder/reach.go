package shutdownorder

import (
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// precedes reports whether control gets from one instruction to the other.
func precedes(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() {
		return index(from) < index(to)
	}
	return ssaflow.Reaches(from.Block(), to.Block())
}

func index(instr ssa.Instruction) int {
	for i, x := range instr.Block().Instrs {
		if x == instr {
			return i
		}
	}
	return -1
}

// reaches reports whether control can get from the end of one block to the start
// of another.
func reaches(from, to *cfg.Block) bool {
	return canReach(from, to, func(b *cfg.Block) []*cfg.Block { return b.Succs })
}

// canReach reports whether a path of at least one edge leads from one block of a
// graph to another.
func canReach[B comparable](from, to B, succs func(B) []B) bool {
	seen := make(map[B]bool)
	var visit func(b B) bool
	visit = func(b B) bool {
		for _, s := range succs(b) {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(from)
}

// blocksBetween returns the blocks on the ways from one block to the first
// arrival at another, both included.
func blocksBetween(from, to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	ahead := spread(from, to, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
	back := spread(to, from, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds })
	between := map[*ssa.BasicBlock]bool{from: true, to: true}
	for b := range ahead {
		if back[b] {
			between[b] = true
		}
	}
	return between
}

// spread returns the blocks that can be reached from one block without passing
// another, or the first one again.
func spread(from, stop *ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		for _, n := range next(b) {
			if n != stop && n != from && !seen[n] {
				seen[n] = true
				visit(n)
			}
		}
	}
	if from != stop {
		visit(from)
	}
	return seen
}
