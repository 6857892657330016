package lockuse

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// throughMember returns the lock that is held of an object of which op acquires the lock
// through one of its members, which all point back to the object that has them:
//
//	for _, s := range m.sessions {
//		s.close() // locks s.manager.mu
//	}
func throughMember(p *lockset.Package, op lockset.Op, held lockset.State) (lockset.Hold, bool) {
	for _, h := range held.Held() {
		if op.Key == "" || h.Key != op.Key || op.Path == h.Path || len(op.Loads) == 0 || op.Read && h.Read {
			continue
		}
		back := op.Loads[len(op.Loads)-1]
		if op.Fields != "."+back.Name()+h.Fields {
			continue
		}
		member, ok := memberOf(p, op.Root)
		if ok && member.Root == h.Root && pointsBack(p, back, member.Field) {
			return h, true
		}
	}
	return lockset.Hold{}, false
}

// memberOf returns the map or slice field out of which a value was read.
func memberOf(p *lockset.Package, v ssa.Value) (lockset.Place, bool) {
	switch x := v.(type) {
	case *ssa.Extract:
		return memberOf(p, x.Tuple)
	case *ssa.Next:
		return memberOf(p, x.Iter)
	case *ssa.Range:
		return memberOf(p, x.X)
	case *ssa.Lookup:
		return memberOf(p, x.X)
	case *ssa.IndexAddr:
		return memberOf(p, x.X)
	case *ssa.UnOp:
		if elem, ok := x.X.(*ssa.IndexAddr); ok {
			return memberOf(p, elem)
		}
		pl := p.Place(x.X)
		return pl, pl.Field != nil && lockset.IsContainer(pl.Field.Type())
	}
	return lockset.Place{}, false
}

// pointsBack reports whether the field back of an object is set only where the object is made
// and put into the container of what back points to.
func pointsBack(p *lockset.Package, back, container *types.Var) bool {
	set := false
	for _, a := range access.To(p, back) {
		if !a.Write {
			continue
		}
		store, ok := a.Instr.(*ssa.Store)
		if !ok || a.Addr == nil || !putInto(p, a.Owner.Root, p.Place(store.Val).Root, container, a.Func) {
			return false
		}
		set = true
	}
	return set
}

// putInto reports whether f puts an object into a container field of its owner, and into no
// other one's.
func putInto(p *lockset.Package, object, owner ssa.Value, container *types.Var, f *lockset.Func) bool {
	put := false
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			update, ok := instr.(*ssa.MapUpdate)
			if !ok || p.Place(update.Value).Root != object {
				continue
			}
			into, ok := memberOf(p, update.Map)
			if !ok || into.Field != container || into.Root != owner {
				return false
			}
			put = true
		}
	}
	return put || slices.ContainsFunc(access.Of(p), func(a *access.Access) bool { return a.Func == f && appends(a, object, owner, container) })
}

// appends reports whether an access stores a slice to which the object is appended.
func appends(a *access.Access, object, owner ssa.Value, container *types.Var) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Field != container || a.Owner.Root != owner {
		return false
	}
	call, ok := store.Val.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "append" && variadicHas(a.Func.Pkg, call.Call.Args[1], object)
}

// variadicHas reports whether the slice that a call makes of its further arguments has a value.
func variadicHas(p *lockset.Package, list, value ssa.Value) bool {
	given, ok := ssaflow.Variadic(list)
	if !ok {
		return false
	}
	for _, arg := range given {
		if p.Place(arg).Root == value {
			return true
		}
	}
	return false
}
