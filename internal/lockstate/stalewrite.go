package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A StaleWrite changes an object that was found under a read lock, after the
// lock was given back.
type StaleWrite struct {
	*Access
	Read   *Access // where the object was found
	Hold   Hold    // the lock held there
	Locked int     // other accesses of the field that hold the lock
	Others int     // other accesses of the field
}

// StaleWrites returns the writes after a read unlock to fields that are otherwise
// used under that lock.
func (p *Package) StaleWrites() []StaleWrite {
	found := make(map[ssa.Instruction]*Access)
	for _, a := range p.Accesses() {
		if !a.Write {
			found[a.Instr] = a
		}
	}
	var list []StaleWrite
	for _, a := range p.Accesses() {
		if !a.Write || a.Fresh || !a.Func.Known() || a.maybe || len(a.callers) > 0 || a.Struct == nil || len(lockFields(a.Struct)) > 0 || exempt(a.Field.Type()) {
			continue
		}
		read := found[origin(a.Addr)]
		if read == nil || read.Func != a.Func {
			continue
		}
		for _, h := range read.Held {
			if !h.Read || h.Key == "" {
				continue
			}
			w := StaleWrite{Access: a, Read: read, Hold: h}
			w.Locked, w.Others = p.under(a, h.Key)
			if w.Locked > 1 && 2*w.Locked > w.Others {
				list = append(list, w)
				break
			}
		}
	}
	return list
}

// under counts the other accesses of a's field, and those of them that hold a
// lock.
func (p *Package) under(a *Access, key string) (locked, others int) {
	for _, other := range p.Accesses() {
		if other.Field != a.Field || other.Fresh || other.Instr == a.Instr {
			continue
		}
		others++
		if _, ok := other.HoldsKey(key); ok {
			locked++
		}
	}
	return locked, others
}

// origin returns the instruction that found the object which a field belongs to.
func origin(fa *ssa.FieldAddr) ssa.Instruction {
	v := fa.X
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case ssa.Instruction:
			return x
		default:
			return nil
		}
	}
}

// A ReadWrite is a write that holds a lock for reading only.
type ReadWrite struct {
	*Access
	Guard *Guard
	Hold  Hold
}

// ReadWrites returns the writes under a read lock to fields that are written
// under the write lock elsewhere, but for those in functions whose comment leaves
// that to the caller, and to elements of slices that callers have for themselves.
func (p *Package) ReadWrites(noted func(*types.Var) string) []ReadWrite {
	var list []ReadWrite
	for _, g := range p.Guards(noted) {
		if !g.RW || len(g.LockedWrites) == 0 {
			continue
		}
		for _, a := range g.Accesses {
			h, ok := a.Holds(g.Path(a))
			if a.Write && ok && h.Read && len(a.Held) == 1 && a.Func.encloses(h.Pos) && !Contract(a.Func.SSA) && !a.ownElement() {
				list = append(list, ReadWrite{a, g, h})
			}
		}
	}
	return list
}

// ownElement reports whether the access is one of the element of a slice whose number
// the caller gives: others have another number.
func (a *Access) ownElement() bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	elem, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	_, given := elem.Index.(*ssa.Parameter)
	return given
}
