package site

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// follows reports whether an instruction can come after another one before the call opens something
// again: what the last pass of a loop has closed is not what this one has opened.
func (s *Site) follows(first, then ssa.Instruction) bool {
	if first.Parent() != then.Parent() {
		return false
	}
	from := slices.Index(first.Block().Instrs, first)
	if end := s.segment(first.Block(), from+1, then); end != onward {
		return end == found
	}
	seen, queue := make(map[*ssa.BasicBlock]bool), slices.Clone(first.Block().Succs)
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		switch s.segment(b, 0, then) {
		case found:
			return true
		case onward:
			queue = append(queue, b.Succs...)
		}
	}
	return false
}

const (
	onward = iota // to the successors of the block
	found
	again // the call opens something
)

// segment returns how a block continues from its i-th instruction.
func (s *Site) segment(b *ssa.BasicBlock, i int, then ssa.Instruction) int {
	for _, instr := range b.Instrs[i:] {
		switch instr {
		case then:
			return found
		case s.SSA:
			return again
		}
	}
	return onward
}
