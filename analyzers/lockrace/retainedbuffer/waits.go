package retainedbuffer

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// waits returns an instruction after k that waits for another goroutine, which may have done with the value then.
// Where a loop reuses the memory, it comes before that.
func (b *buffer) waits(k ssa.Instruction) ssa.Instruction {
	for instr := range ssaflow.Instrs(k.Parent()) {
		if !ssaflow.Follows(k, instr) || instr == k {
			continue
		}
		if b.row.Loop && b.call.Parent() == k.Parent() && !ssaflow.Reaches(instr.Block(), b.call.Block()) {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return instr
			}
		case *ssa.Select:
			if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly }) {
				return instr
			}
		case *ssa.Call:
			if fn := ssaflow.Object(&instr.Call); fn != nil && fn.Name() == "Wait" {
				return instr
			}
		}
	}
	return nil
}
