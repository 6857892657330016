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
		isRows(results.At(0).Type()) && !f.declares(fn) && !catalog.TxRows[callmatch.Name(fn)]
}

// isRows reports whether a type is one of what Next reads, to an end that closes it.
func isRows(t types.Type) bool {
	name := callmatch.TypeName(t)
	return catalog.RowTypes[name] || catalog.Cursors[name]
}

// endsCursor reports whether a method of that name closes a cursor.
func endsCursor(name string) bool { return name == "All" || catalog.ClosesByName(name) }

// iterated reports whether the function calls Next of rows, which closes them at their end: only the
// other exits of the loop leave them open.
func (c *opened) iterated() bool {
	return isRows(c.value.Type()) && slices.ContainsFunc(slices.Collect(ssaflow.Instrs(c.SSA.Parent())), func(instr ssa.Instruction) bool {
		return c.calls(instr, "Next")
	})
}

// readsFew reports whether the function reads a cursor in no loop: the database keeps none whose results it has already
// sent, as those of a query for one document.
func (c *opened) readsFew() bool {
	return catalog.Cursors[callmatch.TypeName(c.value.Type())] && !slices.ContainsFunc(slices.Collect(ssaflow.Instrs(c.SSA.Parent())), func(instr ssa.Instruction) bool {
		return c.calls(instr, "Next") && ssaflow.Follows(instr, instr)
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
