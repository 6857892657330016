package leftopen

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// closedByFailure reports whether a path ends where a call has failed that closes what it is passed then, and a field of
// what it is passed has the value.
//
//	gdb, err := gorm.Open(sqlite.Dialector{Conn: db}, &gorm.Config{})
//	if err != nil {
//		return err // gorm has closed db
//	}
func closedByFailure(value ssa.Value, exit ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(exit.Parent()) {
		call, ok := instr.(*ssa.Call)
		if ok && catalog.ClosesWhereFails[ssaflow.Callee(&call.Call)] && inField(value) && resource.Failed(resource.Error(call), exit.Block()) {
			return true
		}
	}
	return false
}

// inField reports whether the function puts a value, as an interface, into a field of a struct of another package.
func inField(value ssa.Value) bool {
	for instr := range ssaflow.Instrs(value.Parent()) {
		conv, ok := instr.(*ssa.MakeInterface)
		if !ok || !site.Same(conv.X, value) && !resource.Same(conv.X, value) && !sameField(conv.X, value) {
			continue
		}
		if slices.ContainsFunc(*conv.Referrers(), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			if !ok {
				return false
			}
			_, field := store.Addr.(*ssa.FieldAddr)
			return field
		}) {
			return true
		}
	}
	return false
}

// sameField reports whether a value is read from a field that another value is stored in.
func sameField(read, value ssa.Value) bool {
	load, ok := read.(*ssa.UnOp)
	return ok && slices.ContainsFunc(*value.Referrers(), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && site.SamePlace(store.Addr, load.X)
	})
}

// keptIn reports whether the function puts what is opened into a field of a value of a type, which is that of its result.
func (c *opened) keptIn(t types.Type) bool {
	return slices.ContainsFunc(*c.value.Referrers(), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		field, ok := store.Addr.(*ssa.FieldAddr)
		return ok && types.Identical(field.X.Type(), t)
	})
}
