package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// FollowsBefore reports whether an instruction can come after another one before a third one runs again: what the last
// pass of a loop has closed is not what this one has opened. A third one that is nil never runs.
func FollowsBefore(first, then, again ssa.Instruction) bool {
	if first.Parent() != then.Parent() {
		return false
	}
	from := slices.Index(first.Block().Instrs, first)
	if end := segment(first.Block(), from+1, then, again); end != onward {
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
		switch segment(b, 0, then, again) {
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
	repeated
)

// segment returns how a block continues from its i-th instruction.
func segment(b *ssa.BasicBlock, i int, then, again ssa.Instruction) int {
	for _, instr := range b.Instrs[i:] {
		switch instr {
		case then:
			return found
		case again:
			return repeated
		}
	}
	return onward
}
