package leftopen

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
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

// onlyScanFails reports whether all that leaves rows open are returns because Scan has failed: that
// depends on the types of the columns and the variables.
func (c *opened) onlyScanFails() bool {
	return c.iterated() && len(c.Fate.Leaks) > 0 && !slices.ContainsFunc(c.Fate.Leaks, func(l resource.Leak) bool { return !c.scanFailed(l.Exit.Block()) })
}

// scanFailed reports whether a block runs only where Scan has returned an error.
func (c *opened) scanFailed(b *ssa.BasicBlock) bool {
	for d := b; d.Idom() != nil; d = d.Idom() {
		branch, ok := d.Idom().Instrs[len(d.Idom().Instrs)-1].(*ssa.If)
		if !ok || d.Idom().Succs[0] != d {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || test.Op != token.NEQ {
			continue
		}
		if call, ok := test.X.(*ssa.Call); ok && c.calls(call, "Scan") {
			return true
		}
	}
	return false
}
