package poolnotreset

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// kind is a way to keep what is written.
type kind struct {
	empty string // the statement that empties a value
	fills func(v ssa.Value) bool
	reset func(instr ssa.Instruction, t types.Type) bool
}

// kindOf returns how values of a type keep what is written, nil where it is not known that they do.
func kindOf(t types.Type) *kind {
	switch {
	case catalog.Grows[callmatch.TypeName(callmatch.Deref(t))]:
		return &kind{empty: "%s.Reset()", fills: written, reset: resets}
	case isKind[*types.Map](t):
		return &kind{empty: "clear(%s)", fills: updated, reset: cleared}
	case isKind[*types.Slice](callmatch.Deref(t)):
		return &kind{fills: appended, reset: cut}
	}
	return nil
}

func isKind[T types.Type](t types.Type) bool {
	_, ok := t.Underlying().(T)
	return ok
}

// resetIn returns an instruction of the package that empties a value of the type.
func (k *kind) resetIn(funcs []*ssa.Function, t types.Type) ssa.Instruction {
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			if k.reset(instr, t) {
				return instr
			}
		}
	}
	return nil
}

// written reports whether something is written to a buffer: by a method, or by what gets it.
func written(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			return written(ref)
		case *ssa.Call:
			fn := ssaflow.Object(&ref.Call)
			return fn == nil || fn.Signature().Recv() == nil || strings.HasPrefix(fn.Name(), "Write") && fn.Name() != "WriteTo" || ref.Call.IsInvoke() || ref.Call.Args[0] != v
		}
		return false
	})
}

// resets reports whether an instruction empties a buffer: by Reset or Truncate, by what reads it to its end, or by
// a new value.
func resets(instr ssa.Instruction, t types.Type) bool {
	if store, ok := instr.(*ssa.Store); ok {
		zero, isConst := store.Val.(*ssa.Const)
		return types.Identical(store.Addr.Type(), t) && isConst && zero.Value == nil
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	name := ssaflow.Callee(call.Common())
	if i := strings.LastIndex(name, "."); catalog.Copies[name] || i >= 0 && catalog.Empties[name[i+1:]] {
		return slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool { return types.Identical(unboxed(arg).Type(), t) })
	}
	return false
}

func unboxed(v ssa.Value) ssa.Value {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		return boxed.X
	}
	return v
}

// updated reports whether an entry of a map is set.
func updated(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		_, ok := ref.(*ssa.MapUpdate)
		return ok
	})
}

// cleared reports whether an instruction takes entries out of a map.
func cleared(instr ssa.Instruction, t types.Type) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	builtin, ok := call.Common().Value.(*ssa.Builtin)
	return ok && (builtin.Name() == "clear" || builtin.Name() == "delete") && types.Identical(call.Common().Args[0].Type(), t)
}

// appended reports whether something is appended to a slice, or to what a pointer to one holds.
func appended(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			return appended(ref)
		case *ssa.Call:
			builtin, ok := ref.Call.Value.(*ssa.Builtin)
			return ok && builtin.Name() == "append" && ref.Call.Args[0] == v
		}
		return false
	})
}

// cut reports whether an instruction makes a slice of the type empty.
func cut(instr ssa.Instruction, t types.Type) bool {
	part, ok := instr.(*ssa.Slice)
	if !ok || part.High == nil || !types.Identical(part.Type().Underlying(), callmatch.Deref(t).Underlying()) {
		return false
	}
	end, ok := part.High.(*ssa.Const)
	return ok && end.Value != nil && end.Int64() == 0
}

// poolOf returns the field or variable of the pool that a value is got from, and the call.
func poolOf(got *ssa.TypeAssert) (types.Object, *ssa.Call) {
	get, ok := got.X.(*ssa.Call)
	if !ok || ssaflow.Callee(&get.Call) != "(*sync.Pool).Get" {
		return nil, nil
	}
	return object(get.Call.Args[0]), get
}

func object(pool ssa.Value) types.Object {
	switch pool := pool.(type) {
	case *ssa.Global:
		return pool.Object()
	case *ssa.FieldAddr:
		return ssaflow.Field(pool)
	case *ssa.UnOp: // a pointer to a pool
		return object(pool.X)
	}
	return nil
}

// putsBack reports whether the package gives values back to a pool.
func putsBack(funcs []*ssa.Function, pool types.Object) bool {
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if ok && ssaflow.Callee(call.Common()) == "(*sync.Pool).Put" && object(call.Common().Args[0]) == pool {
				return true
			}
		}
	}
	return false
}

// returned returns the instruction that returns a value: its next user may reset it.
func returned(v ssa.Value) ssa.Instruction {
	for _, ref := range ssabuild.Referrers(v) {
		if ret, ok := ref.(*ssa.Return); ok {
			return ret
		}
	}
	return nil
}
