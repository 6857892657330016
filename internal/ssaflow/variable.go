package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Binding returns what a captured variable is in the function around, or nil.
func Binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	at := slices.Index(fn.FreeVars, v)
	for instr := range Instrs(fn.Parent()) {
		if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
			return mk.Bindings[at]
		}
	}
	return nil
}

// OnlyStore returns the only value that is stored to a local variable, or nil.
func OnlyStore(alloc *ssa.Alloc) ssa.Value {
	var value ssa.Value
	for _, ref := range ssabuild.Referrers(alloc) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(alloc) {
			if value != nil {
				return nil
			}
			value = store.Val
		}
	}
	return value
}
