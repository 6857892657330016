package relayoutlivescall

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An origin is where a signal comes from.
type origin int

const (
	unknown origin = iota
	own            // the context that the goroutine cancels
	param          // a parameter of the function
	owner          // a field or a variable of the package
)

// originOf returns where a channel comes from.
func (r *relay) originOf(ch ssa.Value) origin {
	if isDone(ch) {
		ch = ch.(*ssa.Call).Call.Value
	}
	return r.valueOrigin(ch, 8)
}

func (r *relay) valueOrigin(v ssa.Value, depth int) origin {
	if depth == 0 {
		return unknown
	}
	switch v := v.(type) {
	case *ssa.Extract:
		if v.Tuple == ssa.Value(r.made) {
			return own
		}
	case *ssa.Parameter:
		if v.Parent() == r.body {
			return unknown
		}
		return param
	case *ssa.Global:
		return owner
	case *ssa.FieldAddr:
		return r.fieldOrigin(v.X, depth)
	case *ssa.Field:
		return r.fieldOrigin(v.X, depth)
	case *ssa.FreeVar:
		if b := ssaflow.Binding(v); b != nil {
			return r.valueOrigin(b, depth-1)
		}
	case *ssa.Alloc:
		if stored := ssaflow.OnlyStore(v); stored != nil && v.Parent() != r.fn() {
			return r.valueOrigin(stored, depth-1) // of a function around
		}
	case *ssa.ChangeType:
		return r.valueOrigin(v.X, depth-1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return unknown
		}
		if stored := r.stored(v); stored != nil {
			return r.valueOrigin(stored, depth-1)
		}
		return r.valueOrigin(v.X, depth-1)
	}
	return unknown
}

// stored returns what a local variable holds where it is read, nil if that is not known: in the goroutine,
// what it held at its start.
func (r *relay) stored(load *ssa.UnOp) ssa.Value {
	addr, at := load.X, ssa.Instruction(load)
	if free, ok := addr.(*ssa.FreeVar); ok && free.Parent() == r.body {
		addr, at = ssaflow.Binding(free), r.start.Instr
	}
	cell, ok := addr.(*ssa.Alloc)
	if !ok || cell.Parent() != at.Parent() {
		return nil
	}
	var last *ssa.Store
	for _, ref := range ssabuild.Referrers(cell) {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != ssa.Value(cell) || !ssaflow.Follows(store, at) {
			continue
		}
		if !ssainstr.PlaceOf(store).Before(ssainstr.PlaceOf(at)) || last != nil && !ordered(last, store) {
			return nil
		}
		if last == nil || ssainstr.PlaceOf(last).Before(ssainstr.PlaceOf(store)) {
			last = store
		}
	}
	if last == nil {
		return nil
	}
	return last.Val
}

// ordered reports whether one of two instructions runs before the other whenever that runs.
func ordered(a, b ssa.Instruction) bool {
	return ssainstr.PlaceOf(a).Before(ssainstr.PlaceOf(b)) || ssainstr.PlaceOf(b).Before(ssainstr.PlaceOf(a))
}

// fieldOrigin returns where the field of a value comes from: what the function makes itself may end with it.
func (r *relay) fieldOrigin(v ssa.Value, depth int) origin {
	switch base := ssainstr.Resolve(v).(type) {
	case *ssa.Alloc, *ssa.MakeInterface:
		return unknown
	case *ssa.Call, *ssa.Extract:
		return owner
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Lookup, *ssa.Global, *ssa.Parameter:
		return owner
	case *ssa.Field:
		return r.fieldOrigin(base.X, depth-1)
	}
	return unknown
}
