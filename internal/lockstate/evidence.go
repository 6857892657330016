package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

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
// exported method of the object itself, or, if it is one of a package variable, by an
// exported function.
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
	if f.SSA.Object() == nil || !f.SSA.Object().Exported() {
		return false
	}
	return a.Struct == nil || f.SSA.Signature.Recv() != nil && a.Owner.Root == f.SSA.Params[0]
}
