package atomicity

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/atomics"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A LostUpdate is an atomic store of a variable that the same function has loaded atomically before:
// what other goroutines add between the two is lost.
//
//	n := atomic.LoadInt64(&s.sent)
//	publish(n)
//	atomic.StoreInt64(&s.sent, 0)
type LostUpdate struct {
	Func        *lockset.Func
	Load, Store ssa.CallInstruction
	Other       token.Pos // of an update that may come between the two
}

// LostUpdates returns the stores that lose updates, in source order.
func LostUpdates(p *lockset.Package) []LostUpdate {
	var list []LostUpdate
	for _, ops := range atomics.Ops(p) {
		for _, store := range ops {
			if load, ok := loadedFor(p, store, ops); ok {
				if i := slices.IndexFunc(ops, func(other atomics.Op) bool { return loses(store, other) }); i >= 0 {
					list = append(list, LostUpdate{store.F, load.Instr, store.Instr, ops[i].Instr.Pos()})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b LostUpdate) int { return cmp.Compare(a.Store.Pos(), b.Store.Pos()) })
	return list
}

// is reports whether the operation is the named one: Load, Store, Add, or their like.
func is(op atomics.Op, name string) bool {
	return strings.HasPrefix(op.F.Pkg.Lookup(op.Instr.Common()).Fn.Name(), name)
}

// loadedFor returns the load of what a store resets to a constant: one whose result goes further than
// into a comparison, so that what comes after it counts.
func loadedFor(p *lockset.Package, store atomics.Op, ops []atomics.Op) (atomics.Op, bool) {
	args := p.Lookup(store.Instr.Common()).Args
	if !is(store, "Store") || !isConstant(args[len(args)-1]) {
		return atomics.Op{}, false
	}
	path := p.Place(args[0]).Path
	if slices.ContainsFunc(ops, func(op atomics.Op) bool {
		return op.F == store.F && catalog.AtomicClaims[callmatch.Name(p.Lookup(op.Instr.Common()).Fn)]
	}) {
		return atomics.Op{}, false
	}
	i := slices.IndexFunc(ops, func(op atomics.Op) bool {
		return op.F == store.F && is(op, "Load") && lockset.Precedes(op.Instr, store.Instr) && op.Instr.Block().Dominates(store.Instr.Block()) &&
			p.Place(p.Lookup(op.Instr.Common()).Args[0]).Path == path && used(op.Instr.Value())
	})
	if i < 0 {
		return atomics.Op{}, false
	}
	return ops[i], true
}

func isConstant(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// used reports whether a number goes further than into comparisons.
func used(v *ssa.Call) bool {
	return v != nil && slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
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
func loses(op atomics.Op, other atomics.Op) bool {
	return is(other, "Add") && lockset.Together(op.F, other.F) && !slices.ContainsFunc(op.Locks, func(key string) bool { return slices.Contains(other.Locks, key) })
}
