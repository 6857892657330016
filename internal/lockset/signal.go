package lockset

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Signals reports whether a receive from ch shows that something has happened. The end of a
// context, which a call returns, orders nothing.
func Signals(ch ssa.Value) bool {
	_, call := ch.(*ssa.Call)
	return callmatch.IsSignal(ch.Type()) && !call
}

// Orders reports whether an instruction waits, or is an atomic operation.
func Orders(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && Signals(instr.X)
	case *ssa.Call:
		if callee := instr.Call.StaticCallee(); callee != nil && callee.Object() != nil && callee.Object().Pkg() != nil {
			fn, _ := callee.Object().(*types.Func)
			return callee.Object().Pkg().Path() == "sync/atomic" || catalog.Joins[callmatch.Name(fn)]
		}
	}
	return false
}
