package malformedinput

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// afterFailure reports whether control comes to a use of the result from where the error is not nil, and
// not by another call.
func afterFailure(call *ssa.Call, err ssa.Value, use ssa.Instruction) bool {
	failed := make(map[*ssa.BasicBlock]*ssa.BasicBlock) // where a block that tests the error goes with one
	for _, ref := range ssabuild.Referrers(err) {
		test, ok := ref.(*ssa.BinOp)
		if !ok || !failure.ComparesNil(test) {
			continue
		}
		for _, by := range ssabuild.Referrers(test) {
			if branch, ok := by.(*ssa.If); ok {
				failed[branch.Block()] = branch.Block().Succs[0]
				if test.Op == token.EQL {
					failed[branch.Block()] = branch.Block().Succs[1]
				}
			}
		}
	}
	for _, first := range failed {
		if reaches(first, use.Block(), call.Block(), failed) {
			return true
		}
	}
	return false
}

// reaches reports whether control comes from one block to another one without a third, where it goes as
// failed says.
func reaches(from, to, without *ssa.BasicBlock, failed map[*ssa.BasicBlock]*ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		switch next := failed[b]; {
		case seen[b]:
		case b == to:
			return true
		case endsProcess(b):
			seen[b] = true
		case next != nil:
			seen[b] = true
			work = append(work, next)
		default:
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// endsProcess reports whether a call of a block ends the process, although the block has successors.
func endsProcess(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && ssaflow.ExitsInChain(&call.Call)
	})
}
