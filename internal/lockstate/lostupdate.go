package lockstate

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A LostUpdate is an atomic store of a variable that the same function has loaded atomically before:
// what other goroutines add between the two is lost.
//
//	n := atomic.LoadInt64(&s.sent)
//	publish(n)
//	atomic.StoreInt64(&s.sent, 0)
type LostUpdate struct {
	Func        *Func
	Load, Store ssa.CallInstruction
	Other       token.Pos // of an update that may come between the two
}

// LostUpdates returns the stores that lose updates, in source order.
func (p *Package) LostUpdates() []LostUpdate {
	var list []LostUpdate
	for _, ops := range p.atomicOps() {
		for _, store := range ops {
			if load, ok := p.loadedFor(store, ops); ok {
				if i := slices.IndexFunc(ops, func(other atomicOp) bool { return store.loses(other) }); i >= 0 {
					list = append(list, LostUpdate{store.f, load.instr, store.instr, ops[i].instr.Pos()})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b LostUpdate) int { return cmp.Compare(a.Store.Pos(), b.Store.Pos()) })
	return list
}

// is reports whether the operation is the named one: Load, Store, Add, or their like.
func (op atomicOp) is(name string) bool {
	return strings.HasPrefix(op.f.pkg.lookup(op.instr.Common()).fn.Name(), name)
}

// loadedFor returns the load of what a store resets to a constant: one whose result goes further than
// into a comparison, so that what comes after it counts.
func (p *Package) loadedFor(store atomicOp, ops []atomicOp) (atomicOp, bool) {
	args := p.lookup(store.instr.Common()).args
	if !store.is("Store") || !isConstant(args[len(args)-1]) {
		return atomicOp{}, false
	}
	path := p.place(args[0]).Path
	if slices.ContainsFunc(ops, func(op atomicOp) bool {
		return op.f == store.f && catalog.AtomicClaims[callmatch.Name(p.lookup(op.instr.Common()).fn)]
	}) {
		return atomicOp{}, false
	}
	i := slices.IndexFunc(ops, func(op atomicOp) bool {
		return op.f == store.f && op.is("Load") && precedes(op.instr, store.instr) && op.instr.Block().Dominates(store.instr.Block()) &&
			p.place(p.lookup(op.instr.Common()).args[0]).Path == path && used(op.instr.Value())
	})
	if i < 0 {
		return atomicOp{}, false
	}
	return ops[i], true
}

func isConstant(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// used reports whether a number goes further than into comparisons.
func used(v *ssa.Call) bool {
	return v != nil && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.BinOp:
			return ref.Op != token.EQL && ref.Op != token.NEQ && ref.Op != token.LSS && ref.Op != token.LEQ && ref.Op != token.GTR && ref.Op != token.GEQ
		}
		return true
	})
}

// loses reports whether another operation adds to the variable, and may come at any time: no lock
// keeps the two apart.
func (op atomicOp) loses(other atomicOp) bool {
	return other.is("Add") && together(op.f, other.f) && !slices.ContainsFunc(op.locks, func(key string) bool { return slices.Contains(other.locks, key) })
}
