package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// throughMember returns the lock that is held of an object of which op acquires the lock
// through one of its members, which all point back to the object that has them:
//
//	for _, s := range m.sessions {
//		s.close() // locks s.manager.mu
//	}
func (p *Package) throughMember(op Op, held State) (Hold, bool) {
	for _, h := range held.Held() {
		if op.Key == "" || h.Key != op.Key || op.Path == h.Path || len(op.Loads) == 0 || op.Read && h.Read {
			continue
		}
		back := op.Loads[len(op.Loads)-1]
		if op.Fields != "."+back.Name()+h.Fields {
			continue
		}
		member, ok := p.memberOf(op.Root)
		if ok && member.Root == h.Root && p.pointsBack(back, member.Field) {
			return h, true
		}
	}
	return Hold{}, false
}

// memberOf returns the map or slice field out of which a value was read.
func (p *Package) memberOf(v ssa.Value) (Place, bool) {
	switch x := v.(type) {
	case *ssa.Extract:
		return p.memberOf(x.Tuple)
	case *ssa.Next:
		return p.memberOf(x.Iter)
	case *ssa.Range:
		return p.memberOf(x.X)
	case *ssa.Lookup:
		return p.memberOf(x.X)
	case *ssa.IndexAddr:
		return p.memberOf(x.X)
	case *ssa.UnOp:
		if elem, ok := x.X.(*ssa.IndexAddr); ok {
			return p.memberOf(elem)
		}
		pl := p.place(x.X)
		return pl, pl.Field != nil && isContainer(pl.Field.Type())
	}
	return Place{}, false
}

func isContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// pointsBack reports whether the field back of an object is set only where the object is made
// and put into the container of what back points to.
func (p *Package) pointsBack(back, container *types.Var) bool {
	set := false
	for _, a := range p.Accesses() {
		if a.Field != back || !a.Write {
			continue
		}
		store, ok := a.Instr.(*ssa.Store)
		if !ok || a.Addr == nil || !p.putInto(a.Owner.Root, p.place(store.Val).Root, container, a.Func) {
			return false
		}
		set = true
	}
	return set
}

// putInto reports whether f puts an object into a container field of its owner, and into no
// other one's.
func (p *Package) putInto(object, owner ssa.Value, container *types.Var, f *Func) bool {
	put := false
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			update, ok := instr.(*ssa.MapUpdate)
			if !ok || p.place(update.Value).Root != object {
				continue
			}
			into, ok := p.memberOf(update.Map)
			if !ok || into.Field != container || into.Root != owner {
				return false
			}
			put = true
		}
	}
	return put || slices.ContainsFunc(p.Accesses(), func(a *Access) bool { return a.Func == f && a.appends(object, owner, container) })
}

// appends reports whether an access stores a slice to which the object is appended.
func (a *Access) appends(object, owner ssa.Value, container *types.Var) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Field != container || a.Owner.Root != owner {
		return false
	}
	call, ok := store.Val.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "append" && a.Func.pkg.variadicHas(call.Call.Args[1], object)
}

// variadicHas reports whether the slice that a call makes of its further arguments has a value.
func (p *Package) variadicHas(list, value ssa.Value) bool {
	given, ok := ssaflow.Variadic(list)
	if !ok {
		return false
	}
	for _, arg := range given {
		if p.place(arg).Root == value {
			return true
		}
	}
	return false
}
