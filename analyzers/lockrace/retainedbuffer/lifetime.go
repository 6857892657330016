package retainedbuffer

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// again reports whether a loop calls the same method of the same reader again.
func (b *buffer) again() bool {
	block := b.call.Block()
	var made *ssa.BasicBlock
	switch recv := b.call.Call.Args[0].(type) {
	case *ssa.Call:
		made = recv.Block()
	case *ssa.Alloc:
		made = recv.Block()
	}
	seen := map[*ssa.BasicBlock]bool{made: made != nil}
	for next := slices.Clone(block.Succs); len(next) > 0; {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		if last == block && made != block {
			return true
		}
		if !seen[last] {
			seen[last] = true
			next = append(next, last.Succs...)
		}
	}
	return false
}

// inside reports whether a function has the request or the transaction that a value belongs to.
func (b *buffer) inside(fn *ssa.Function) bool {
	if b.row.Within == "" {
		return false
	}
	for _, param := range fn.Params {
		if callmatch.TypeName(param.Type()) == b.row.Within {
			return true
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		if v, ok := instr.(ssa.Value); ok && callmatch.TypeName(v.Type()) == b.row.Within {
			return true
		}
	}
	return false
}
