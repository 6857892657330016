package races

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
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
func elementWrites(p *lockset.Package) []ReadWrite {
	found := ReadAt(p)
	var list []ReadWrite
	for _, a := range Accesses(p) {
		if !a.Write || a.Fresh || a.Struct == nil || len(LockFields(a.Struct)) > 0 || Exempt(a.Field.Type()) {
			continue
		}
		if len(a.Held) != 1 || !a.Held[0].Read || a.Held[0].Key == "" {
			continue
		}
		if h := a.Held[0]; a.Func.Encloses(h.Pos) && a.foundHolding(h, found) {
			list = append(list, elementWrite(p, a, h))
		}
	}
	return list
}

// foundHolding reports whether the object of an access was found in a container of what the lock
// belongs to, while the function held the lock.
func (a *Access) foundHolding(h lockset.Hold, found map[ssa.Instruction]*Access) bool {
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
func (a *Access) besides(lock lockset.Path) bool {
	for _, f := range LockFields(a.Struct) {
		if a.path(f) == lock {
			return true
		}
	}
	return false
}

func elementWrite(p *lockset.Package, a *Access, h lockset.Hold) ReadWrite {
	w, read := ReadWrite{Access: a, Hold: h, Other: a}, false
	for _, b := range Accesses(p) {
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
		if !ok || b.Func.Outermost() == a.Func.Outermost() {
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

// ReadAt returns the reads of the package by their instructions.
func ReadAt(p *lockset.Package) map[ssa.Instruction]*Access {
	found := make(map[ssa.Instruction]*Access)
	for _, a := range Accesses(p) {
		if !a.Write {
			found[a.Instr] = a
		}
	}
	return found
}
