package shutdownorder

import (
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/ssa"
)

// precedes reports whether control gets from one instruction to the other.
func precedes(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() {
		return index(from) < index(to)
	}
	return blockReaches(from.Block(), to.Block())
}

func index(instr ssa.Instruction) int {
	for i, x := range instr.Block().Instrs {
		if x == instr {
			return i
		}
	}
	return -1
}

func blockReaches(from, to *ssa.BasicBlock) bool {
	return canReach(from, to, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
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
