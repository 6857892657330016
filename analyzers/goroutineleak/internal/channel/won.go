package channel

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// won reports whether an instruction runs only where its goroutine was the first of all to change an
// atomic that they share:
//
//	if !found.CompareAndSwap(false, true) {
//		return
//	}
//	result <- conn
func won(instr ssa.Instruction) bool {
	for b := instr.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		test, ok := ssainstr.LastOf(d).(*ssa.If)
		if !ok {
			continue
		}
		cond, yes := test.Cond, 0
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, yes = not.X, 1
		}
		swap, ok := cond.(*ssa.Call)
		if ok && strings.HasSuffix(ssaflow.Callee(&swap.Call), "CompareAndSwap") && sharedReceiver(swap) &&
			len(d.Succs[yes].Preds) == 1 && d.Succs[yes].Dominates(instr.Block()) {
			return true
		}
	}
	return false
}

// sharedReceiver reports whether an atomic is captured, or part of what is.
func sharedReceiver(swap *ssa.Call) bool {
	return slices.ContainsFunc(swap.Call.Args[:1], func(v ssa.Value) bool {
		if field, ok := v.(*ssa.FieldAddr); ok {
			v = field.X
		}
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		_, captured := v.(*ssa.FreeVar)
		return captured
	})
}
