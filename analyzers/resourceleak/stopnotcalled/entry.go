package stopnotcalled

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fieldRead returns the field that a value is read from, nil if it is read from none.
func fieldRead(v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	field, _ := load.X.(*ssa.FieldAddr)
	return field
}

// same reports whether a map is the one of the entry, or that of another object of the type.
func (e *entry) same(m ssa.Value) bool {
	field := fieldRead(m)
	return field != nil && field.Field == e.table.Field &&
		callmatch.Named(callmatch.Deref(field.X.Type())) == callmatch.Named(callmatch.Deref(e.table.X.Type()))
}

// deletes reports whether a call takes elements out of the map, or ends what the entry holds, which may do so.
func (e *entry) deletes(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "delete" || b.Name() == "clear") && e.same(call.Args[0])
	}
	fn := ssaflow.Object(call)
	return fn != nil && catalog.EndsByName(fn.Name()) && (call.Value == e.add.Value || slices.Contains(call.Args, e.add.Value))
}

// takesOut reports whether a later instruction of the function itself deletes the entry by its key. In the next pass
// of a loop, the key is another one.
func (e *entry) takesOut(instr ssa.CallInstruction) bool {
	made, _ := e.add.Key.(ssa.Instruction)
	return ssaflow.FollowsBefore(e.add, instr, made) && slices.ContainsFunc(instr.Common().Args, func(arg ssa.Value) bool { return arg == e.add.Key || resource.Same(arg, e.add.Key) })
}

// lasts reports whether the function uses the entry of an earlier call where there is one: it belongs to more than
// one call.
//
//	b, ok := s.batches[id]
//	if !ok {
//		b = newBatch()
//		s.batches[id] = b
//	}
func (e *entry) lasts() bool {
	for instr := range ssaflow.Instrs(e.add.Parent()) {
		look, ok := instr.(*ssa.Lookup)
		if !ok || !e.same(look.X) || look.Index != e.add.Key && !resource.Same(look.Index, e.add.Key) {
			continue
		}
		if !look.CommaOk || slices.ContainsFunc(ssabuild.Referrers(look), isElement) {
			return true
		}
	}
	return false
}

// isElement reports whether an instruction is the element of a lookup, and something uses it.
func isElement(instr ssa.Instruction) bool {
	elem, ok := instr.(*ssa.Extract)
	return ok && elem.Index == 0 && slices.ContainsFunc(ssabuild.Referrers(elem), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}
