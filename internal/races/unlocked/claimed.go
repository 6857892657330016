package unlocked

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
)

// claimed reports whether the function has ensured before, under the lock, that no other
// goroutine changes the field: it stored the value that it now reads, or it set a flag that
// excludes others, if need be before it started the goroutine.
func claimed(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	if a.Write {
		return false
	}
	start, starts := startedAt(a.Func)
	for _, other := range access.Of(p) {
		store, ok := other.Instr.(*ssa.Store)
		if !ok || !other.Write || other.Owner != a.Owner {
			continue
		}
		if _, held := other.Holds(g.Path(a)); !held {
			continue
		}
		_, isBool := lockset.ConstBool(store.Val)
		flag := isBool && other.Field != a.Field
		same := other.Field == a.Field && !origin.Reads(p, store.Val, a.Field, 6)
		if (flag || same) && order.Always(instrIn(other, a.Func), a.Instr) || flag && starts && order.Always(instrIn(other, a.Func.Sites[0].Caller), start) {
			return true
		}
	}
	return false
}

// instrIn returns the instruction of f in which the access happens: it itself, or the
// call in place of the literal that it is in; nil if there is none.
func instrIn(a *access.Access, f *lockset.Func) ssa.Instruction {
	switch {
	case a.Func == f:
		return a.Instr
	case a.Func.InPlace && len(a.Func.Sites) == 1 && a.Func.Sites[0].Caller == f:
		return a.Func.Sites[0].Instr
	}
	return nil
}

// snapshot reports whether elements are accessed of a map or slice that was read
// from the field under a lock.
func snapshot(a *access.Access) bool {
	return slices.ContainsFunc(loadsFor(a), func(load *ssa.UnOp) bool { return holding.Maybe(a.Func, load) })
}

// Released reports whether an access is one of an element of what the function has read from the field under the lock,
// which it has released since.
func (r *Race) Released() bool {
	path := r.Guard.Path(r.Access)
	return slices.ContainsFunc(loadsFor(r.Access), func(load *ssa.UnOp) bool {
		_, held := r.Func.At(load).Must(path)
		return held
	})
}

// Changed returns the first access that changes an element in place under the lock, nil if there is none.
func (r *Race) Changed() *access.Access {
	for _, a := range r.Guard.Accesses {
		if a.Write && a.Content && r.Guard.Holds(a) {
			return a
		}
	}
	return nil
}

// loadsFor returns the reads of the map or slice that an access of an element works on.
func loadsFor(a *access.Access) (list []*ssa.UnOp) {
	if !a.Content {
		return nil
	}
	for _, op := range a.Instr.Operands(nil) {
		v := *op
		if elem, ok := v.(*ssa.IndexAddr); ok {
			v = elem.X
		}
		if load, ok := v.(*ssa.UnOp); ok {
			list = append(list, load)
		}
	}
	return list
}
