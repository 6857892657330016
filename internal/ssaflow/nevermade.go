package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// NeverMade reports whether a channel is nil whenever it is used: it is in fields that only this package sets,
// and no channel is ever put into them, although a literal makes the struct.
//
//	return &Stopper{ctx: ctx} // and nothing of its stop
func (f *Flow) NeverMade(c *Class) bool {
	if c == nil || len(c.Makes) > 0 || c.Foreign || len(c.Fields) == 0 {
		return false
	}
	for _, fn := range f.SSA.Funcs {
		for instr := range Instrs(fn) {
			if made, ok := instr.(*ssa.Alloc); ok && made.Comment == "complit" && leavesNil(made, c) {
				return true
			}
		}
	}
	return false
}

// leavesNil reports whether a literal makes a struct with a field that holds the class, and says nothing of it.
func leavesNil(made *ssa.Alloc, c *Class) bool {
	st, ok := coreStruct(callmatch.Deref(made.Type()))
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if slices.Contains(c.Fields, st.Field(i).Origin()) {
			return !slices.ContainsFunc(ssabuild.Referrers(made), func(ref ssa.Instruction) bool {
				addr, ok := ref.(*ssa.FieldAddr)
				return ok && addr.Field == i
			})
		}
	}
	return false
}
