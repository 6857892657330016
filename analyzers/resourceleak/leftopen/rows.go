package leftopen

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// rows reports whether a function returns rows of a query: one of the catalog, or, by the type of its
// result, one that the package does not declare, such as the method of an interface that a pool and
// a transaction implement.
func (f *finder) rows(fn *types.Func) bool {
	results := fn.Signature().Results()
	return catalog.Rows[callmatch.Name(fn)] || results.Len() == 2 && callmatch.CanFail(fn.Signature()) &&
		catalog.RowTypes[callmatch.TypeName(results.At(0).Type())] && !f.declares(fn) && !catalog.TxRows[callmatch.Name(fn)]
}

// iterated reports whether the function calls Next of rows, which closes them at their end: only the
// other exits of the loop leave them open.
func (c *opened) iterated() bool {
	return catalog.RowTypes[callmatch.TypeName(c.value.Type())] && slices.ContainsFunc(slices.Collect(ssaflow.Instrs(c.SSA.Parent())), func(instr ssa.Instruction) bool {
		return c.calls(instr, "Next")
	})
}

// calls reports whether an instruction calls a method of what is opened.
func (c *opened) calls(instr ssa.Instruction, method string) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || receiver(&call.Call) == nil || ssaflow.Object(&call.Call).Name() != method {
		return false
	}
	return site.Same(ssaflow.Promotes(receiver(&call.Call)), c.value)
}
