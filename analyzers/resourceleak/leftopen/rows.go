package leftopen

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// iterated reports whether the function calls Next of rows, which closes them at their end: only the
// other exits of the loop leave them open.
func (c *opened) iterated() bool {
	return catalog.Rows[callmatch.Name(c.Func)] && slices.ContainsFunc(slices.Collect(ssaflow.Instrs(c.SSA.Parent())), func(instr ssa.Instruction) bool {
		return c.calls(instr, "Next")
	})
}

// calls reports whether an instruction calls a method of what is opened.
func (c *opened) calls(instr ssa.Instruction, method string) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || receiver(&call.Call) == nil || ssaflow.Object(&call.Call).Name() != method {
		return false
	}
	return site.Same(receiver(&call.Call), c.value)
}
