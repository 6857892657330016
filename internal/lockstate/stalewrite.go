package lockstate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A StaleWrite changes an object that was found under a lock, after the lock was released.
type StaleWrite struct {
	*Access
	Read   token.Pos // where the object was found
	Hold   Hold      // the lock held there
	Finder *Func     // the function that found it, nil for that of the access
	Other  *Access   // of another function, under the lock
	Locked int       // other accesses of the field that hold the lock
	Others int       // other accesses of the field
	Taken  bool      // out of the container, under the lock
	Doubts []Doubt

	read *Access // that of Read
}

// StaleWrites returns the writes after an unlock to fields of what was found under the
// lock, which another function uses under it.
func (p *Package) StaleWrites() []StaleWrite {
	found := p.readAt()
	var list []StaleWrite
	for _, a := range p.Accesses() {
		if !a.Write || a.Fresh || a.Struct == nil || len(a.Held) > 0 || len(lockFields(a.Struct)) > 0 || exempt(a.Field.Type()) {
			continue // a lock of its own is that of unlocked-access
		}
		for _, w := range p.foundUnder(a, found) {
			if p.under(&w) {
				list = append(list, w)
				break
			}
		}
	}
	return list
}

// foundUnder returns the locks under which the object of an access was found, in its own
// function or in one that it calls.
func (p *Package) foundUnder(a *Access, found map[ssa.Instruction]*Access) []StaleWrite {
	var list []StaleWrite
	add := func(read *Access, finder *Func) {
		for _, h := range read.Held {
			if h.Key != "" && read.Func.encloses(h.Pos) {
				list = append(list, StaleWrite{Access: a, Read: read.Pos, read: read, Hold: h, Finder: finder, Taken: p.takesOut(read, h)})
			}
		}
	}
	for _, from := range origins(a.Addr) {
		if read := found[from]; read != nil && read.Func == a.Func {
			add(read, nil)
		}
		call, ok := from.(*ssa.Call)
		if !ok || p.Callee(&call.Call) == nil {
			continue
		}
		finder := p.Callee(&call.Call)
		for _, v := range finder.returned() {
			if read := found[v]; read != nil && read.Func == finder {
				add(read, finder)
			}
		}
	}
	return list
}

// returned returns the instructions that find what f returns.
func (f *Func) returned() []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range f.SSA.Blocks {
		if ret, ok := lastOf(b).(*ssa.Return); ok {
			for _, v := range ret.Results {
				list = append(list, sources(v)...)
			}
		}
	}
	return list
}

// takesOut reports whether the function that has found an object removes it from where it
// was, under the same lock: then no other goroutine finds it there.
func (p *Package) takesOut(read *Access, h Hold) bool {
	return slices.ContainsFunc(p.accesses, func(w *Access) bool {
		held, ok := w.Holds(h.Path)
		return ok && held.Pos == h.Pos && replaces(w, read)
	})
}

// takesOutLater reports whether the function of a write removes the object under the lock
// once more, before it writes. It may do so on some of the paths only, and have found
// another.
func (w *StaleWrite) takesOutLater() bool {
	return slices.ContainsFunc(w.Func.pkg.accesses, func(o *Access) bool {
		held, ok := o.Holds(w.Hold.Path)
		return ok && !held.Read && held.Pos != w.Hold.Pos && replaces(o, w.read) && ssaflow.Reaches(o.Instr.Block(), w.Instr.Block())
	})
}

// replaces reports whether w puts something else where read has found an object, or nothing.
func replaces(w, read *Access) bool {
	_, puts := w.Instr.(*ssa.MapUpdate)
	return w.Write && !puts && w.Func == read.Func && w.Field == read.Field
}

// under looks for the other accesses of the field, and reports whether one of another function
// holds the lock and may happen at the same time.
func (p *Package) under(w *StaleWrite) bool {
	bare := make(map[*ssa.Function]bool)
	locked := make(map[*ssa.Function]bool)
	for _, other := range p.Accesses() {
		if other.Field != w.Field || other.Fresh || other.Instr == w.Instr {
			continue
		}
		w.Others++
		if _, ok := other.HoldsKey(w.Hold.Key); !ok {
			bare[other.Func.outermost()] = true
			continue
		}
		w.Locked++
		locked[other.Func.outermost()] = true
		if w.Other == nil && other.Func.outermost() != w.Func.outermost() && together(w.Func, other.Func) {
			w.Other = other
		}
	}
	if w.Other == nil {
		return false
	}
	add := func(d *verdict.Doubt, raised bool) {
		if raised {
			w.Doubts = append(w.Doubts, Doubt{d, w.Pos})
		}
	}
	for fn := range locked {
		delete(bare, fn)
	}
	delete(bare, w.Func.outermost())
	add(verdict.MaybeHeld, !w.Func.Known() || w.maybe || len(w.callers) > 0)
	add(verdict.BeforeSharing, w.Ready)
	add(verdict.OwnData, w.takesOutLater())
	add(verdict.SomeBare, len(bare) > len(locked))
	add(verdict.FewAccesses, w.Locked == 1 && !w.Hold.Read)
	return true
}

// origins returns the instructions that may have found the object which a field belongs to.
func origins(fa *ssa.FieldAddr) []ssa.Instruction { return sources(fa.X) }

// sources returns the instructions that a value may come from.
func sources(v ssa.Value) []ssa.Instruction {
	var list []ssa.Instruction
	seen := make(map[ssa.Value]bool)
	var from func(v ssa.Value)
	from = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.FieldAddr:
			from(x.X)
		case *ssa.Extract:
			from(x.Tuple)
		case *ssa.TypeAssert:
			from(x.X)
		case *ssa.Next:
			from(x.Iter)
		case *ssa.Phi:
			for _, e := range x.Edges {
				from(e)
			}
		case ssa.Instruction:
			if values := stores(x); len(values) > 0 {
				for _, value := range values {
					from(value)
				}
				return
			}
			list = append(list, x)
		}
	}
	from(v)
	return list
}

// stores returns what is stored to the local variable that an instruction reads, such as the
// result of a function that defers.
func stores(instr ssa.Instruction) []ssa.Value {
	load, ok := instr.(*ssa.UnOp)
	if !ok {
		return nil
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || !storedHereOnly(alloc) {
		return nil
	}
	var list []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if store, ok := ref.(*ssa.Store); ok {
			list = append(list, store.Val)
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
