package usedbeforeerror

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// structs returns the numbers of the results of a call that are structs with an interface in a field, where the
// last one is an error.
//
//	build, err := docker.ImageBuild(ctx, tar, options)
//	defer build.Body.Close()
func structs(call *ssa.Call) (list []int) {
	if !callmatch.CanFail(call.Call.Signature()) {
		return nil
	}
	results := call.Call.Signature().Results()
	for i := range results.Len() - 1 {
		st, ok := results.At(i).Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for field := range st.Fields() {
			if types.IsInterface(field.Type()) {
				list = append(list, i)
				break
			}
		}
	}
	return list
}

// callsField reports whether an instruction calls a method of an interface that is read from a field of a struct:
// where that has no value, it panics.
func callsField(instr ssa.Instruction, v ssa.Value) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || !call.Common().IsInvoke() {
		return false
	}
	switch read := call.Common().Value.(type) {
	case *ssa.Field:
		return read.X == v
	case *ssa.UnOp:
		addr, ok := read.X.(*ssa.FieldAddr)
		return ok && holdsOnly(addr.X, v)
	}
	return false
}

// holdsOnly reports whether a variable is set to v alone, as a whole, and none of its fields is set.
func holdsOnly(cell, v ssa.Value) bool {
	alloc, ok := cell.(*ssa.Alloc)
	if !ok {
		return false
	}
	set := false
	for _, ref := range ssabuild.Referrers(alloc) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != cell || ref.Val != v {
				return false
			}
			set = true
		case *ssa.FieldAddr:
			for _, use := range ssabuild.Referrers(ref) {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(ref) {
					return false
				}
			}
		}
	}
	return set
}

// zero says what a result is where the call has failed.
func zero(call *ssa.Call, u *use) string {
	if _, ok := call.Call.Signature().Results().At(u.result).Type().Underlying().(*types.Struct); ok {
		return "empty"
	}
	return "nil"
}
