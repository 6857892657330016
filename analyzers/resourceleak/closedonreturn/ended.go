package closedonreturn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An ended is a value that its function opens, and that a deferred call closes.
type ended struct {
	by    *ssa.Defer
	value ssa.Value // what the call that opens it returns
	place ssa.Value // the address of the variable or field in which the function keeps it, nil if none is known
	body  bool      // the value is a response, and its body is closed
}

// endings are the methods after which a value is of no use.
var endings = map[string]bool{"Close": true, "Release": true, "Shutdown": true, "Stop": true, "Disconnect": true}

// endedBy returns what a deferred call closes, by a method or by a function literal that begins with that; nil
// where the function does not open it, or the call may not run.
func endedBy(d *ssa.Defer) *ended {
	recv := receiver(&d.Call)
	if mk, ok := d.Call.Value.(*ssa.MakeClosure); ok {
		recv = closedFirst(mk.Fn.(*ssa.Function))
	}
	if recv == nil {
		return nil
	}
	e := &ended{by: d}
	recv = e.resolve(recv, 8)
	if field, ok := recv.(*ssa.FieldAddr); ok && isResponse(field.X) {
		recv, e.body = e.resolve(field.X, 8), true
	}
	switch v := recv.(type) {
	case *ssa.Extract, *ssa.Call:
		e.value = v
		return e
	}
	return nil
}

// receiver returns what a call closes, nil if it is none of a method that does.
func receiver(call *ssa.CallCommon) ssa.Value {
	fn := ssaflow.Object(call)
	switch {
	case fn == nil || !endings[fn.Name()] || fn.Signature().Recv() == nil:
		return nil
	case call.IsInvoke():
		return call.Value
	}
	return call.Args[0]
}

// closedFirst returns what a function literal closes under no condition, before anything else that it may do
// changes; nil if it sets what it closes to another value.
func closedFirst(lit *ssa.Function) (closed ssa.Value) {
	for instr := range ssaflow.Instrs(lit) {
		switch instr := instr.(type) {
		case *ssa.Store:
			return nil
		case *ssa.Call:
			if v := receiver(&instr.Call); v != nil && instr.Block() == lit.Blocks[0] && closed == nil {
				closed = v
			}
		}
	}
	return closed
}

// resolve returns what a value is: the call that it is the result of, or the address of the field of a response.
// It notes the place from which it is read.
func (e *ended) resolve(v ssa.Value, depth int) ssa.Value {
	if depth == 0 {
		return v
	}
	switch conv := v.(type) {
	case *ssa.MakeInterface:
		return e.resolve(conv.X, depth-1)
	case *ssa.ChangeInterface:
		return e.resolve(conv.X, depth-1)
	case *ssa.ChangeType:
		return e.resolve(conv.X, depth-1)
	case *ssa.UnOp:
		if conv.Op == token.MUL {
			return e.load(conv, depth-1)
		}
	}
	return v
}

func (e *ended) load(load *ssa.UnOp, depth int) ssa.Value {
	addr := load.X
	if free, ok := addr.(*ssa.FreeVar); ok {
		addr = ssaflow.Binding(free)
	}
	switch addr := addr.(type) {
	case *ssa.Alloc:
		if val := ssaflow.OnlyStore(addr); val != nil {
			return e.resolve(val, depth)
		}
	case *ssa.FieldAddr:
		if isResponse(addr.X) {
			return addr
		}
		e.place = addr
		return e.stored(addr, depth)
	case *ssa.Global:
		e.place = addr
		return e.stored(addr, depth)
	}
	return load
}

// stored returns what the function stores at an address before the deferred call, in one place.
func (e *ended) stored(addr ssa.Value, depth int) ssa.Value {
	var val ssa.Value
	for instr := range ssaflow.Instrs(e.by.Parent()) {
		store, ok := instr.(*ssa.Store)
		if !ok || !samePlace(store.Addr, addr) {
			continue
		}
		if val != nil || !store.Block().Dominates(e.by.Block()) {
			return addr
		}
		val = e.resolve(store.Val, depth)
	}
	if val == nil {
		return addr
	}
	return val
}

// samePlace reports whether two addresses are those of one variable, or of one field of one object.
func samePlace(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, both := b.(*ssa.FieldAddr)
	if ok && both {
		return x.Field == y.Field && (x.X == y.X || samePlace(loaded(x.X), loaded(y.X)))
	}
	return a != nil && a == b
}

func loaded(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return nil
}

// within reports whether a value is what is closed, or a struct, a reader or a function literal that has it.
func (e *ended) within(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	if e.same(v) {
		return true
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return e.within(v.X, depth-1)
	case *ssa.ChangeType:
		return e.within(v.X, depth-1)
	case *ssa.UnOp:
		return v.Op == token.MUL && e.within(v.X, depth-1)
	case *ssa.Extract:
		return v.Index == 0 && e.within(v.Tuple, depth-1)
	case *ssa.Call:
		reads := catalog.HidesArgument[ssaflow.Callee(&v.Call)] || catalog.ReadsOnly[callmatch.TypeName(v.Type())]
		return reads && len(v.Call.Args) > 0 && e.within(v.Call.Args[0], depth-1)
	case *ssa.MakeClosure:
		return slices.ContainsFunc(v.Bindings, func(b ssa.Value) bool { return e.within(b, depth-1) })
	case *ssa.Alloc:
		return e.inside(v, depth-1)
	}
	return false
}

// inside reports whether a variable, or a field of it, has what is closed.
func (e *ended) inside(cell *ssa.Alloc, depth int) bool {
	return slices.ContainsFunc(ssabuild.Referrers(cell), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			return ref.Addr == ssa.Value(cell) && e.within(ref.Val, depth)
		case *ssa.FieldAddr:
			return slices.ContainsFunc(ssabuild.Referrers(ref), func(use ssa.Instruction) bool {
				store, ok := use.(*ssa.Store)
				return ok && store.Addr == ssa.Value(ref) && e.within(store.Val, depth)
			})
		}
		return false
	})
}

// same reports whether a value is what is closed.
func (e *ended) same(v ssa.Value) bool {
	of := ended{by: e.by}
	v = of.resolve(v, 8)
	if field, ok := v.(*ssa.FieldAddr); ok && e.body && isBody(field) {
		v = of.resolve(field.X, 8)
	}
	return v == e.value
}

// fails reports whether a return tells the caller that there is no result.
func fails(ret *ssa.Return, values []ssa.Value) bool {
	if len(values) == 0 {
		return false
	}
	last := values[len(values)-1]
	if !callmatch.IsError(last.Type()) {
		return false
	}
	switch v := last.(type) {
	case *ssa.MakeInterface, *ssa.Call:
		return true
	case *ssa.UnOp:
		_, sentinel := v.X.(*ssa.Global)
		return sentinel || resource.Failed(last, ret.Block())
	}
	return resource.Failed(last, ret.Block())
}
