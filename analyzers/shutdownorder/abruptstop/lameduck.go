package abruptstop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// lameDuck returns where the program waits once more after a signal, before it cancels the context that ends it: the
// requests that came before may have ended by that time.
//
//	<-signals
//	ready.Store(false)
//	<-signals // or time.Sleep
//	cancel()
func (s *stopping) lameDuck() token.Pos {
	for _, fn := range s.flow.SSA.Funcs {
		instrs := slices.Collect(ssaflow.Instrs(fn))
		for _, first := range instrs {
			if !awaitsSignal(first) {
				continue
			}
			for _, again := range instrs {
				if again != first && (awaitsSignal(again) || pauses(again)) && ssaflow.Follows(first, again) && endsAfter(instrs, first, again) {
					return again.Pos()
				}
			}
		}
	}
	return token.NoPos
}

// awaitsSignal reports whether an instruction waits for a signal, among others perhaps.
func awaitsSignal(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && callmatch.IsSignals(instr.X.Type())
	case *ssa.Select:
		return instr.Blocking && slices.ContainsFunc(instr.States, func(state *ssa.SelectState) bool {
			return callmatch.IsSignals(state.Chan.Type())
		})
	}
	return false
}

func pauses(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && catalog.Sleeps[ssaflow.Callee(&call.Call)]
}

// endsAfter reports whether a context is canceled after the second of two waits, and none between them.
func endsAfter(instrs []ssa.Instruction, first, again ssa.Instruction) bool {
	after := false
	for _, instr := range instrs {
		call, ok := instr.(*ssa.Call)
		if !ok || callmatch.TypeName(call.Call.Value.Type()) != "context.CancelFunc" {
			continue
		}
		if ssaflow.Follows(first, call) && ssaflow.Follows(call, again) {
			return false
		}
		after = after || ssaflow.Follows(again, call)
	}
	return after
}
