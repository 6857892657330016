package goroutineleak

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// handedBy reports whether a condition asks for the result of a call that was
// handed the channel, alone or in a struct: who returns on it knows that nobody
// has taken the channel.
//
//	if !w.dispatch(command{resp: resp}) {
//		return errStopped
//	}
func (o *owner) handedBy(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.UnOp:
		return o.handedBy(v.X)
	case *ssa.BinOp:
		return isNil(v.Y) && o.handedBy(v.X)
	case *ssa.Extract:
		return o.handedBy(v.Tuple)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, o.carries)
	}
	return false
}

// carries reports whether a value is the channel, or a struct that holds it.
func (o *owner) carries(v ssa.Value) bool {
	if o.is(v) {
		return true
	}
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	variable, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *variable.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *field.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(field) && o.is(store.Val) {
				return true
			}
		}
	}
	return false
}

func lastOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }
