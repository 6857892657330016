package channel

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Paced reports whether the loop that receives from the channel starts the sender itself,
// whenever a timer fires: at most one goroutine is leaked when the loop ends, and that does
// so with the service.
//
//	for {
//		select {
//		case <-ctx.Done():
//			return
//		case <-timer:
//			go func() { check(); done <- struct{}{} }()
//		case <-done:
//			timer = time.After(interval)
//		}
//	}
func Paced(c *ssaflow.Class, start ssa.Instruction) bool {
	return slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || sel.Parent() != start.Parent() || ssainstr.Innermost(ssainstr.LoopsOf(sel.Parent(), nil), sel.Block()) == nil {
			return false
		}
		for n, b := range casesOf(sel) {
			if callmatch.IsChanOf(sel.States[n].Chan.Type(), "time.Time") && b.Dominates(start.Block()) {
				return true
			}
		}
		return false
	})
}

// casesOf yields the cases of a select, and the blocks in which they begin.
func casesOf(sel *ssa.Select) iter.Seq2[int, *ssa.BasicBlock] {
	return func(yield func(int, *ssa.BasicBlock) bool) {
		for _, b := range sel.Parent().Blocks {
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			cmp, ok := branch.Cond.(*ssa.BinOp)
			if !ok {
				continue
			}
			if from, n, ok := ssaflow.SelectCase(cmp); ok && from == sel && !yield(n, b.Succs[0]) {
				return
			}
		}
	}
}
