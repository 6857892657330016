package lockstate

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// elementWrites returns the writes under a read lock of elements that were found in a container
// under the same lock: readers that find the same element write it concurrently.
//
//	s.mu.RLock()
//	e := s.entries[key]
//	e.hits++
//	s.mu.RUnlock()
//
// An element with a lock of its own is guarded by that one.
func (p *Package) elementWrites() []ReadWrite {
	found := p.readAt()
	var list []ReadWrite
	for _, a := range p.Accesses() {
		if !a.Write || a.Fresh || a.Struct == nil || len(lockFields(a.Struct)) > 0 || exempt(a.Field.Type()) {
			continue
		}
		if len(a.Held) != 1 || !a.Held[0].Read || a.Held[0].Key == "" {
			continue
		}
		if h := a.Held[0]; a.Func.encloses(h.Pos) && a.foundHolding(h, found) {
			list = append(list, p.elementWrite(a, h))
		}
	}
	return list
}

// foundHolding reports whether the object of an access was found in a container of what the lock
// belongs to, while the function held the lock.
func (a *Access) foundHolding(h Hold, found map[ssa.Instruction]*Access) bool {
	for _, from := range origins(a.Addr) {
		read := found[from]
		if read == nil || read.Func != a.Func || !read.Content || read.Struct == nil {
			continue
		}
		held, ok := read.Holds(h.Path)
		if ok && held.Pos == h.Pos && read.besides(h.Path) {
			return true
		}
	}
	return false
}

// besides reports whether a lock is a field of the object that the accessed field is of.
func (a *Access) besides(lock Path) bool {
	for _, f := range lockFields(a.Struct) {
		if a.path(f) == lock {
			return true
		}
	}
	return false
}

func (p *Package) elementWrite(a *Access, h Hold) ReadWrite {
	w, read := ReadWrite{Access: a, Hold: h, Other: a}, false
	for _, b := range p.Accesses() {
		if b.Field != a.Field || b.Fresh {
			continue
		}
		held, ok := b.HoldsKey(h.Key)
		if b.Write {
			w.Writes++
		}
		if b.Write && ok && !held.Read {
			w.Locked++
		}
		if !ok || b.Func.outermost() == a.Func.outermost() {
			continue
		}
		read = read || held.Read
		if w.Other == a || b.Write && !w.Other.Write {
			w.Other = b
		}
	}
	w.doubt(verdict.MaybeHeld, !a.Func.Known())
	w.doubt(verdict.BeforeSharing, a.Ready)
	w.doubt(verdict.OwnData, w.Other == a && !a.counts())
	w.doubt(verdict.OneOwner, !read)
	return w
}

// readAt returns the reads of the package by their instructions.
func (p *Package) readAt() map[ssa.Instruction]*Access {
	found := make(map[ssa.Instruction]*Access)
	for _, a := range p.Accesses() {
		if !a.Write {
			found[a.Instr] = a
		}
	}
	return found
}
