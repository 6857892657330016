package malformedinput

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A kind is what makes an operation panic.
type kind int

const (
	asserts   kind = iota // the value has another type
	indexes               // there are fewer elements
	ranges                // a bound is read as well, and out of range
	slicing               // it is shorter
	reads                 // it is shorter than what a function reads
	must                  // it does not parse
	nilResult             // the call has failed
	writesNil             // the map is nil
)

// An operation panics for some values.
type operation struct {
	instr   ssa.Instruction
	value   ssa.Value   // which has to come from outside
	others  []ssa.Value // what may be tested in its place
	kind    kind
	need    int64 // how many elements the value has to have, 0 where that is not the question
	certain bool  // whatever the value is made of
}

// operations returns what may panic in a function for what its values are.
func operations(fn *ssa.Function) (list []operation) {
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.TypeAssert:
			if !instr.CommaOk && decoded(instr.AssertedType) && (fromContainer(instr.X) || openField(instr.X) != nil) {
				list = append(list, operation{instr: instr, value: instr.X, kind: asserts})
			}
		case *ssa.IndexAddr:
			if _, isSlice := instr.X.Type().Underlying().(*types.Slice); isSlice && !onlyStores(instr) {
				list = append(list, indexed(instr, instr.X, instr.Index)...)
			}
		case *ssa.Index:
			if isString(instr.X.Type()) {
				list = append(list, indexed(instr, instr.X, instr.Index)...)
			}
		case *ssa.Slice:
			list = append(list, sliced(instr)...)
		case *ssa.Call:
			list = append(list, ofCall(instr)...)
		}
	}
	return append(list, nilResults(fn)...)
}

// indexed returns the operation that an index is: one of a constant is out of range of a short value, and
// one that is computed of any.
func indexed(instr ssa.Instruction, x, index ssa.Value) []operation {
	_, constant := index.(*ssa.Const)
	switch {
	case !constant && !masked(index) && !cursor(x, index):
		return []operation{{instr: instr, value: index, others: []ssa.Value{x}, kind: ranges}}
	case short(x, constOf(index)+1):
		return []operation{{instr: instr, value: x, kind: indexes, need: constOf(index) + 1}}
	}
	return nil
}

// masked reports whether an index is cut to a number of bits, or to what is left by a division.
func masked(index ssa.Value) bool {
	if conv, ok := index.(*ssa.Convert); ok {
		return masked(conv.X)
	}
	op, ok := index.(*ssa.BinOp)
	return ok && (op.Op == token.AND || op.Op == token.REM)
}

// cursor reports whether a bound is a field beside that of the buffer, which the methods of the object keep
// within its limits.
func cursor(x, bound ssa.Value) bool {
	object := func(v ssa.Value) ssa.Value {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return nil
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok {
			return addr.X
		}
		return nil
	}
	return object(bound) != nil && object(bound) == object(x)
}

// onlyStores reports whether an element is only written: the program makes the message.
func onlyStores(addr *ssa.IndexAddr) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(addr), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		_, debug := ref.(*ssa.DebugRef)
		return !debug && !(ok && store.Addr == ssa.Value(addr))
	})
}

// sliced returns the operation that cutting a slice or string is.
func sliced(instr *ssa.Slice) (list []operation) {
	bounds := []ssa.Value{instr.Low, instr.High}
	for _, bound := range bounds {
		if _, constant := bound.(*ssa.Const); bound != nil && !constant && arraySize(instr.X) < 0 && !cursor(instr.X, bound) {
			list = append(list, operation{instr: instr, value: bound, others: append(bounds, instr.X), kind: ranges})
		}
	}
	if need := max(constOf(instr.Low), constOf(instr.High)); need > 0 && short(instr.X, need) {
		list = append(list, operation{instr: instr, value: instr.X, kind: slicing, need: need})
	}
	return list
}

// ofCall returns the operation that a call is.
func ofCall(call *ssa.Call) []operation {
	name, args := ssaflow.Callee(&call.Call), call.Call.Args
	if len(args) == 0 {
		return nil
	}
	last := args[len(args)-1]
	switch need := catalog.FixedReads[name]; {
	case need > 0 && short(last, int64(need)):
		if cut, ok := last.(*ssa.Slice); ok && constOf(cut.High) >= 0 && cut.High != nil {
			return nil // the slice panics first
		}
		return []operation{{instr: call, value: last, kind: reads, need: int64(need)}}
	case catalog.Musts[name]:
		return []operation{{instr: call, value: args[0], kind: must}}
	}
	return nil
}

// decoded reports whether a decoder makes values of a type where it is not told which to make.
func decoded(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Map:
		return types.IsInterface(u.Elem())
	case *types.Slice:
		return types.IsInterface(u.Elem())
	}
	return false
}

// fromContainer reports whether a value is an element of a map or slice whose elements are of any type.
func fromContainer(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Lookup:
		return v.CommaOk || types.IsInterface(v.Type())
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Lookup, *ssa.Next:
			return true
		case *ssa.TypeAssert:
			return fromContainer(tuple.X)
		}
	case *ssa.UnOp:
		_, element := v.X.(*ssa.IndexAddr)
		return element
	case *ssa.Phi:
		return len(v.Edges) > 0 && fromContainer(v.Edges[0])
	}
	return false
}
