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
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
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

// reaches reports whether control can get from the end of one block to the start
// of another.
func reaches(from, to *cfg.Block) bool {
	seen := make(map[*cfg.Block]bool)
	var visit func(b *cfg.Block) bool
	visit = func(b *cfg.Block) bool {
		for _, s := range b.Succs {
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
