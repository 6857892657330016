package channel

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// answered reports whether each iteration of the loop in which instr triggers a send later
// receives, in a select or without: what is sent in one iteration is received in it.
func (o *Owner) answered(instr ssa.Instruction, l *ssainstr.Loop) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var misses func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool // reaches the next iteration without
	misses = func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool {
		if slices.ContainsFunc(instrs, o.receives) {
			return false
		}
		for i, succ := range b.Succs {
			switch {
			case !l.Body[succ] || o.receivesOn(b, i):
				continue
			case succ == l.Head:
				return true
			}
			if !seen[succ] {
				seen[succ] = true
				if misses(succ, succ.Instrs) {
					return true
				}
			}
		}
		return false
	}
	return !misses(instr.Block(), ssainstr.InstrsAfter(instr))
}

// receives reports whether instr waits for the channel alone.
func (o *Owner) receives(instr ssa.Instruction) bool {
	recv, ok := instr.(*ssa.UnOp)
	return ok && recv.Op == token.ARROW && o.is(recv.X)
}

// receivesOn reports whether the i-th edge out of b leads to the case of a select that
// has received from the channel.
func (o *Owner) receivesOn(b *ssa.BasicBlock, i int) bool {
	cmp, ok := sendcount.Condition(b)
	if !ok || i != 0 {
		return false
	}
	sel, n, ok := ssaflow.SelectCase(cmp)
	return ok && sel.States[n].Send == nil && o.is(sel.States[n].Chan)
}

// handedBy reports whether a condition tests the result of a call that was passed the
// channel, alone or in a struct: a return on it means that the channel was not taken.
//
//	if !w.dispatch(command{resp: resp}) {
//		return errStopped
//	}
func (o *Owner) handedBy(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.UnOp:
		return o.handedBy(v.X)
	case *ssa.BinOp:
		return ssainstr.IsNil(v.Y) && o.handedBy(v.X)
	case *ssa.Extract:
		return o.handedBy(v.Tuple)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, o.carries)
	}
	return false
}

// carries reports whether a value is the channel, or a struct that holds it.
func (o *Owner) carries(v ssa.Value) bool {
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
	for _, ref := range ssabuild.Referrers(variable) {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(field) {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(field) && o.is(store.Val) {
				return true
			}
		}
	}
	return false
}
