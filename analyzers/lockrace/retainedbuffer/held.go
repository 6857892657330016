package retainedbuffer

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// held are the values of a function that refer to memory which the library reuses.
type held struct {
	fn     *ssa.Function
	values map[ssa.Value]bool
	parts  map[part]bool // of local variables
}

// A part is a field or the element of a local variable, -1 for the whole.
type part struct {
	cell  *ssa.Alloc
	field int
}

// follow finds the values of a function that refer to the memory of one of them.
func follow(fn *ssa.Function, v ssa.Value) *held {
	h := &held{fn: fn, values: map[ssa.Value]bool{v: true}, parts: make(map[part]bool)}
	for grown := true; grown; {
		before := len(h.values) + len(h.parts)
		for instr := range ssaflow.Instrs(fn) {
			h.add(instr)
		}
		grown = len(h.values)+len(h.parts) > before
	}
	return h
}

func (h *held) add(instr ssa.Instruction) {
	if store, ok := instr.(*ssa.Store); ok {
		if at, ok := partOf(store.Addr); ok && h.holds(store.Val) {
			h.parts[at] = true
		}
		return
	}
	if v, ok := instr.(ssa.Value); ok && h.derived(v) {
		h.values[v] = true
	}
}

// partOf returns the part of a local variable that an address is of.
func partOf(addr ssa.Value) (part, bool) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		return part{addr, -1}, true
	case *ssa.FieldAddr:
		if cell, ok := addr.X.(*ssa.Alloc); ok {
			return part{cell, addr.Field}, true
		}
		outer, ok := partOf(addr.X)
		return outer, ok
	case *ssa.IndexAddr:
		if cell, ok := addr.X.(*ssa.Alloc); ok {
			return part{cell, -1}, true
		}
	}
	return part{}, false
}

// holds reports whether v refers to the memory, itself or by a part.
func (h *held) holds(v ssa.Value) bool {
	if h.values[v] {
		return true
	}
	cell, ok := v.(*ssa.Alloc)
	return ok && h.any(cell)
}

func (h *held) any(cell *ssa.Alloc) bool {
	for at := range h.parts {
		if at.cell == cell {
			return true
		}
	}
	return false
}

func (h *held) derived(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Phi, *ssa.Slice, *ssa.MakeClosure:
		return slices.ContainsFunc(v.(ssa.Instruction).Operands(nil), func(op *ssa.Value) bool { return *op != nil && h.holds(*op) })
	case *ssa.Extract:
		_, assert := v.Tuple.(*ssa.TypeAssert)
		return assert && v.Index == 0 && h.values[v.Tuple]
	case *ssa.UnOp:
		return v.Op == token.MUL && h.loaded(v.X)
	case *ssa.Field:
		return h.values[v.X] && shares(v.Type())
	case *ssa.Call:
		return h.result(&v.Call, v.Type())
	}
	return false
}

// loaded reports whether what is at an address refers to the memory.
func (h *held) loaded(addr ssa.Value) bool {
	at, ok := partOf(addr)
	if !ok {
		return false
	}
	if at.field < 0 {
		return h.any(at.cell)
	}
	return h.parts[at]
}

// result reports whether the result of a call refers to the memory of an argument.
func (h *held) result(call *ssa.CallCommon, t types.Type) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" && (h.holds(call.Args[0]) || h.holds(call.Args[1]) && refers(t))
	}
	name := ssaflow.Callee(call)
	if catalog.SharesText[name] {
		return h.values[call.Args[0]]
	}
	i, ok := catalog.SharesMemory[name]
	return ok && i < len(call.Args) && h.values[call.Args[i]]
}

// refers reports whether the elements of a slice refer to other memory.
func refers(slice types.Type) bool {
	s, ok := slice.Underlying().(*types.Slice)
	return ok && shares(s.Elem())
}

// shares reports whether a copy of a value of a type refers to the same memory.
func shares(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !ok || basic.Info()&types.IsString != 0
}
