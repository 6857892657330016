package stopnotcalled

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// receives reports whether a path receives something else than the end of a context or of a timer: what has
// sent that may have deleted the entry.
func receives(path []*ssa.BasicBlock) bool {
	other := func(ch ssa.Value) bool {
		call, ok := ch.(*ssa.Call)
		return !(ok && ssaflow.Callee(&call.Call) == "(context.Context).Done" || callmatch.IsChanOf(ch.Type(), "time.Time"))
	}
	for i, b := range path {
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && recv.Op.String() == "<-" && other(recv.X) {
				return true
			}
			cmp, ok := instr.(*ssa.BinOp)
			if !ok || i+1 == len(path) {
				continue
			}
			sel, n, ok := ssaflow.SelectCase(cmp)
			if ok && sel.States[n].Dir == types.RecvOnly && other(sel.States[n].Chan) && path[i+1] == b.Succs[0] {
				return true
			}
		}
	}
	return false
}

// sweeps returns what deletes elements of the map in a loop over it, nil if there is nothing.
func sweeps(funcs []*ssa.Function, e *entry) ssa.Instruction {
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			if over, ok := instr.(*ssa.Range); ok && fn != e.add.Parent() && e.same(over.X) && slices.ContainsFunc(slices.Collect(ssaflow.Instrs(fn)), func(instr ssa.Instruction) bool {
				call, ok := instr.(*ssa.Call)
				return ok && e.deletes(&call.Call)
			}) {
				return over
			}
		}
	}
	return nil
}
