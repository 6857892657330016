package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Unlocked is an access without the lock that other accesses of the field
// hold.
type Unlocked struct {
	*Access
	Guard *Guard
	Other *Access // an access that holds the lock, a write if there is one
}

// Unlocked returns the accesses that break the discipline of their field. It goes
// by evidence, not by a vote: the same function takes the lock elsewhere, or a
// field that is written under the lock is written, or has its map, slice,
// interface or string read, without any, where other goroutines come by.
func (p *Package) Unlocked(noted func(*types.Var) string) []Unlocked {
	var list []Unlocked
	for _, g := range p.Guards(noted) {
		if len(g.LockedWrites) == 0 && !(g.Noted && g.Writes > 0) {
			continue // never changes once it is shared
		}
		for _, a := range g.Accesses {
			if !g.bare(a) || !g.changes(a) || !p.evident(g, a) || p.oneGoroutine(g, a) || p.claimed(g, a) || a.snapshot() {
				continue
			}
			if n := len(list); n > 0 && list[n-1].Pos == a.Pos && a.Write {
				list = list[:n-1] // n++ reads and writes
			}
			list = append(list, Unlocked{a, g, g.example(a)})
		}
	}
	return list
}

// changes reports whether what a touches is ever written under the lock: to read
// the field that holds a map is no access of its elements.
func (g *Guard) changes(a *Access) bool {
	return a.Write || a.Content || g.Noted ||
		slices.ContainsFunc(g.LockedWrites, func(w *Access) bool { return !w.Content })
}

// example returns an access that holds the lock, for the message.
func (g *Guard) example(a *Access) *Access {
	if len(g.LockedWrites) > 0 {
		return g.LockedWrites[0]
	}
	for _, other := range g.Accesses {
		if _, ok := other.HoldsKey(g.Key); ok {
			return other
		}
	}
	return a
}

// evident reports whether an access without a lock is more than a hint.
func (p *Package) evident(g *Guard, a *Access) bool {
	if g.Noted {
		return true
	}
	usual := 4*g.Locked >= 3*(len(g.Accesses)-1) && g.Locked >= 3
	if a.Write {
		return 2*len(g.LockedWrites) >= g.Writes &&
			(a.Func.acquires(g.Path(a)) || a.concurrent() && usual && len(g.LockedWrites) >= 2)
	}
	switch {
	case g.soleWriter(a.Func):
		return false
	case 2*g.Locked < len(g.Accesses)-1:
		return false
	case g.lockedIn(a.Func) && 3*g.Locked >= 2*(len(g.Accesses)-1):
		return 2*len(g.LockedWrites) >= g.Writes // the function knows better a few lines on
	case 5*len(g.LockedWrites) < 4*g.Writes:
		return false // writes follow no rule either
	case !g.readElsewhere(a.Func):
		return false // nobody thinks that reading needs the lock
	case a.Func.acquires(g.Path(a)):
		return usual || torn(a.Field.Type())
	}
	return a.concurrent() && usual && torn(a.Field.Type())
}

// lockedIn reports whether f itself holds the lock for the field elsewhere.
func (g *Guard) lockedIn(f *Func) bool {
	in := func(a *Access) bool { return a.Func == f && !a.Content }
	return slices.ContainsFunc(g.LockedReads, in) || slices.ContainsFunc(g.LockedWrites, in)
}

// soleWriter reports whether f, which does not lock to read the field, makes all
// writes: if it runs once at a time, it may read what it wrote. One that tests a
// flag before it sets it does so because it may not.
func (g *Guard) soleWriter(f *Func) bool {
	return !types.Identical(g.Field.Type().Underlying(), types.Typ[types.Bool]) &&
		!slices.ContainsFunc(g.LockedReads, func(a *Access) bool { return a.Func == f }) &&
		!slices.ContainsFunc(g.Accesses, func(a *Access) bool { return a.Write && a.Func != f })
}

// readElsewhere reports whether another function reads the field under the lock.
func (g *Guard) readElsewhere(f *Func) bool {
	return slices.ContainsFunc(g.LockedReads, func(a *Access) bool { return a.Func != f })
}

// torn reports whether a value of a type can be read half old and half new, or
// leads to something that is changed in place.
func torn(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Interface:
		return true
	case *types.Basic:
		return t.Kind() == types.String
	}
	return false
}

// acquires reports whether f itself acquires the lock at path somewhere.
func (f *Func) acquires(path Path) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, op := range f.pkg.Ops(&call.Call) {
				if op.Acquire && op.Net && op.Path == path {
					return true
				}
			}
		}
	}
	return false
}

// concurrent reports whether the access is made by the body of a goroutine, by an
// exported method, or, if it is one of a package variable, by an exported function.
func (a *Access) concurrent() bool {
	f := a.Func
	if f.started() {
		return true
	}
	for _, s := range f.sites {
		if _, ok := s.instr.(*ssa.Go); ok {
			return true
		}
	}
	return f.SSA.Object() != nil && f.SSA.Object().Exported() && (a.Struct == nil || f.SSA.Signature.Recv() != nil)
}

// claimed reports whether the function has made sure before, under the lock, that
// nobody else changes the field: it stored the value that it now reads, or it set
// a flag that keeps others away.
func (p *Package) claimed(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	for _, other := range p.accesses {
		store, ok := other.Instr.(*ssa.Store)
		if !ok || !other.Write || other.Func != a.Func || other.Owner != a.Owner || !other.Instr.Block().Dominates(a.Instr.Block()) {
			continue
		}
		if _, held := other.Holds(g.Path(a)); !held || !precedes(other.Instr, a.Instr) {
			continue
		}
		if other.Field == a.Field && !p.reads(store.Val, a.Field, 6) {
			return true
		}
		if _, flag := constBool(store.Val); flag && other.Field != a.Field {
			return true
		}
	}
	return false
}

// reads reports whether a value is computed from a field.
func (p *Package) reads(v ssa.Value, field *types.Var, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && p.place(load.X).Field == field {
		return true
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && p.reads(*op, field, depth-1) {
			return true
		}
	}
	return false
}

// snapshot reports whether elements are accessed of a map or slice that was read
// from the field under a lock.
func (a *Access) snapshot() bool {
	if !a.Content {
		return false
	}
	for _, op := range a.Instr.Operands(nil) {
		if load, ok := (*op).(*ssa.UnOp); ok && a.Func.heldAt(load) {
			return true
		}
		if elem, ok := (*op).(*ssa.IndexAddr); ok {
			if load, ok := elem.X.(*ssa.UnOp); ok && a.Func.heldAt(load) {
				return true
			}
		}
	}
	return false
}

// heldAt reports whether any lock may be held at an instruction.
func (f *Func) heldAt(at ssa.Instruction) bool {
	held := false
	f.Walk(func(instr ssa.Instruction, st State) {
		held = held || instr == at && len(st) > 0
	})
	return held
}

// oneGoroutine reports whether all writes of the field, and the access, happen
// in one goroutine, which then reads its own writes and needs no lock for that.
func (p *Package) oneGoroutine(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	roots := make(map[*Func]bool)
	a.Func.roots(roots, make(map[*Func]bool))
	for _, other := range g.Accesses {
		if other.Write {
			other.Func.roots(roots, make(map[*Func]bool))
		}
	}
	if len(roots) != 1 {
		return false
	}
	for root := range roots {
		return root != nil && root.singular()
	}
	return false
}

// roots adds the functions at which the goroutines begin that run f; nil stands
// for callers that cannot be seen.
func (f *Func) roots(found, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	if f.known != known {
		found[nil] = true
	}
	if f.root {
		found[f] = true
	}
	for _, s := range f.sites {
		if _, ok := s.instr.(*ssa.Go); ok {
			found[f] = true
		} else {
			s.caller.roots(found, seen)
		}
	}
}

// singular reports whether f runs in one goroutine at a time: the body of one
// that is started in one place, or an exported function that loops on for as long
// as the object lives.
func (f *Func) singular() bool {
	if len(f.sites) > 1 {
		return false
	}
	if len(f.sites) == 1 {
		at := f.sites[0].instr
		return !loops(at.Block())
	}
	return f.serves()
}

// serves reports whether f waits for channels in a loop.
func (f *Func) serves() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Select); ok && loops(b) {
				return true
			}
		}
	}
	return false
}

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
// under the write lock elsewhere.
func (p *Package) ReadWrites(noted func(*types.Var) string) []ReadWrite {
	var list []ReadWrite
	for _, g := range p.Guards(noted) {
		if !g.RW || len(g.LockedWrites) == 0 {
			continue
		}
		for _, a := range g.Accesses {
			h, ok := a.Holds(g.Path(a))
			if a.Write && ok && h.Read && len(a.Held) == 1 && a.Func.encloses(h.Pos) {
				list = append(list, ReadWrite{a, g, h})
			}
		}
	}
	return list
}

// MayHold reports whether any lock may be held at an instruction of the package,
// by the function around it or by callers of that.
func (p *Package) MayHold(instr ssa.Instruction) bool {
	f := p.byFunc[instr.Parent()]
	return f != nil && f.heldAt(instr)
}
