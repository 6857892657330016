package ssainstr

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Cleared returns the field that an instruction sets to nil, nil for other instructions.
func Cleared(instr ssa.Instruction) *types.Var {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return nil
	}
	value, isConst := store.Val.(*ssa.Const)
	addr, isField := store.Addr.(*ssa.FieldAddr)
	if !isConst || !isField || !value.IsNil() {
		return nil
	}
	return ssaflow.Field(addr).Origin()
}
