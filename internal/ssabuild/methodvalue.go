package ssabuild

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// resolveMethodValues makes the calls of method values in fn that stand for one method calls of
// that method, with the receiver as the first argument, as if they had been written so:
//
//	stop := ticker.Stop
//	defer stop()
func resolveMethodValues(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().IsInvoke() {
				continue
			}
			value, ok := call.Common().Value.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			if inner := bound(value); inner != nil {
				resolve(call, value, inner)
			}
		}
	}
}

// bound returns the call in the wrapper that a method value is, nil for literals.
func bound(value *ssa.MakeClosure) *ssa.CallCommon {
	wrapper := value.Fn.(*ssa.Function)
	if wrapper.Synthetic == "" || wrapper.Parent() != nil || len(wrapper.FreeVars) != 1 || wrapper.Object() == nil || len(wrapper.Blocks) != 1 {
		return nil
	}
	for _, instr := range wrapper.Blocks[0].Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if call.Call.IsInvoke() && call.Call.Value == wrapper.FreeVars[0] {
			return &call.Call
		}
		if len(call.Call.Args) > 0 && call.Call.Args[0] == wrapper.FreeVars[0] && call.Call.StaticCallee() != nil {
			return &call.Call
		}
		return nil
	}
	return nil
}

// resolve has a call of a method value call what its wrapper calls.
func resolve(call ssa.CallInstruction, value *ssa.MakeClosure, inner *ssa.CallCommon) {
	receiver, common := value.Bindings[0], call.Common()
	if inner.IsInvoke() {
		common.Value, common.Method = receiver, inner.Method
	} else {
		common.Value = inner.Value
		common.Args = append([]ssa.Value{receiver}, common.Args...)
	}
	refs := value.Referrers()
	*refs = slices.DeleteFunc(*refs, func(instr ssa.Instruction) bool { return instr == ssa.Instruction(call) })
	if refs := receiver.Referrers(); refs != nil {
		*refs = append(*refs, call)
	}
}
