package atomics

import (
	"go/token"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// A Mixed is a plain access of something that is accessed by atomic operations
// elsewhere.
type Mixed struct {
	*access.Access
	Atomic token.Pos // of an atomic access that the plain one races with
	// Ordered is set when an atomic operation on something else comes before it, Unknown
	// when not all callers of its function are known.
	Ordered, Unknown bool
	// Settled is set if a wait comes before it, or a compare-and-swap that decides which
	// goroutine continues; and for a read that is verified by a compare-and-swap after it.
	Settled bool
	// Configured is set for a read of a number that atomic operations only ever set to what
	// a caller passes in.
	Configured bool
	// Told is set for a read that only goes into the text of an error, or into a log.
	Told bool
	// Written is a plain write that the access, a read, races with, where no atomic one writes.
	Written *access.Access
	// Early is set if the function makes the object ready and holds no lock, or all calls in the package pass it one that
	// no other goroutine can have.
	Early bool
}

// FindMixed returns the plain accesses of fields and package variables that may race with
// atomic ones: at least one of the two writes, no lock keeps them apart, and the
// plain one is not made before others have the object.
func FindMixed(p *lockset.Package) []Mixed {
	ops := Ops(p)
	if len(ops) == 0 {
		return nil
	}
	var list []Mixed
	for _, a := range access.Of(p) {
		at := slotOf(p, a.Addr, a.Field)
		if len(ops[at]) == 0 || a.Part != "" || a.Content || a.Fresh || !lockset.IsBasic(a.Field.Type()) {
			continue
		}
		i := slices.IndexFunc(ops[at], func(op Op) bool { return races(p, a, op) })
		var written *access.Access
		if i < 0 {
			written = plainWrite(p, a)
		}
		if i < 0 && written == nil || setup.BeforeStart(a) {
			continue
		}
		i = max(i, 0)
		if n := len(list); n > 0 && list[n-1].Pos == a.Pos {
			list = list[:n-1] // n++ reads and writes: one finding, about the write
		}
		list = append(list, Mixed{
			Access: a, Atomic: ops[at][i].Instr.Pos(),
			Ordered: orderedBefore(p, a, ops, decides), Unknown: !a.Func.Known(),
			Configured: !a.Write && written == nil && !slices.ContainsFunc(ops[at], func(op Op) bool { return op.write && !op.configures() }),
			Told:       !a.Write && justTold(p, a.Instr),
			Written:    written,
			Early:      a.Ready || a.Write && !a.Maybe && setup.ByName(a.Func) || setup.MayBeFresh(p, a),
			Settled:    orderedBefore(p, a, ops, settles) || !a.Write && swaps(a.Func, a, ops[at]),
		})
	}
	return list
}

// plainWrite returns a write that is not atomic either and may happen at the same time as a read,
// which atomic operations elsewhere show to be shared.
func plainWrite(p *lockset.Package, read *access.Access) *access.Access {
	if read.Write {
		return nil
	}
	at := slotOf(p, read.Addr, read.Field)
	i := slices.IndexFunc(access.Of(p), func(w *access.Access) bool {
		return w.Write && w.Field == read.Field && w.Part == "" && slotOf(p, w.Addr, w.Field) == at && !w.Fresh && !w.Ready && !setup.BeforeStart(w) && w.Func.Known() && !setup.MayBeFresh(p, w) &&
			(w.Func.Outermost() != read.Func.Outermost() || requests.Within(read.Func)) && lockset.Together(read.Func, w.Func) && !slices.ContainsFunc(w.Held, func(h lockset.Hold) bool {
			_, held := read.HoldsKey(h.Key)
			return held
		})
	})
	if i < 0 {
		return nil
	}
	return access.Of(p)[i]
}

// configures reports whether an atomic operation stores what a caller passes in.
func (op Op) configures() bool {
	fn, args := op.F.Pkg.Target(op.Instr.Common())
	return strings.HasPrefix(fn.Name(), "Store") && len(args) > 1 && origin.FromCaller(args[len(args)-1])
}

// races reports whether a plain access may happen at the same time as an atomic
// one, and one of them writes.
func races(p *lockset.Package, a *access.Access, op Op) bool {
	if !a.Write && !op.write {
		return false
	}
	if f := p.ByFunc[op.Instr.Parent()]; f != nil && (!lockset.Together(a.Func, f) || a.Func == f && threads.OwnLoop(a)) {
		return false
	}
	return !slices.ContainsFunc(op.Locks, func(key string) bool {
		_, held := a.HoldsKey(key)
		return held
	})
}
