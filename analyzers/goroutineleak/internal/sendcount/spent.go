package sendcount

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
)

// spent reports whether what names the channel is made nil after the send: however often
// the loop around it runs, one value is sent.
//
//	if ready != nil {
//		ready <- struct{}{}
//		ready = nil
//	}
func spent(send *ssa.Send) bool {
	if load, ok := send.Chan.(*ssa.UnOp); ok && load.Op == token.MUL {
		return slices.ContainsFunc(ssainstr.InstrsAfter(send), func(instr ssa.Instruction) bool {
			store, ok := instr.(*ssa.Store)
			return ok && store.Addr == load.X && ssainstr.IsNil(store.Val)
		})
	}
	return slices.ContainsFunc(send.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			phi, ok := instr.(*ssa.Phi)
			return ok && slices.Contains(phi.Edges, send.Chan) && nilBehind(phi, send.Block())
		})
	})
}

// nilBehind reports whether a path from block makes phi nil.
func nilBehind(phi *ssa.Phi, block *ssa.BasicBlock) bool {
	for i, edge := range phi.Edges {
		if ssainstr.IsNil(edge) && block.Dominates(phi.Block().Preds[i]) {
			return true
		}
	}
	return false
}
