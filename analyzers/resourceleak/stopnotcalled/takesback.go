package stopnotcalled

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// takesBack reports whether only paths that fail call the function, and those that succeed leave
// without: it takes back what has been made, which otherwise remains.
func takesBack(fate *resource.Fate) bool {
	return !slices.ContainsFunc(fate.Leaks, func(l resource.Leak) bool { return fails(l.Exit) }) &&
		!slices.ContainsFunc(fate.Closed, func(call ssa.CallInstruction) bool {
			instrs := call.Block().Instrs
			return !fails(instrs[len(instrs)-1])
		})
}

// fails reports whether an instruction is a return with an error that is not nil.
func fails(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ssaflow.LastResult(ret)
	constant, ok := last.(*ssa.Const)
	return callmatch.IsError(last.Type()) && !(ok && constant.IsNil())
}
