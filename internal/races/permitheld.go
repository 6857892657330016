package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// permitted reports whether two accesses hold one permit, which belongs to the object that they are
// about, or to the package.
func permitted(p *lockset.Package, a, b *access.Access, x, y *thread) bool {
	for _, h := range a.Permits {
		if !exclusive(p, h) {
			continue
		}
		if slices.ContainsFunc(b.Permits, func(o lockset.Hold) bool {
			return h.SamePermit(o) && of(h, a, x) && of(o, b, y) && sameOwner(h, o, a, b)
		}) {
			return true
		}
	}
	return false
}

// oneName reports whether two accesses hold a permit of one name, which may be another one in each call of
// what makes it. Each request makes its own.
func oneName(p *lockset.Package, a, b *access.Access) bool {
	return slices.ContainsFunc(a.Permits, func(h lockset.Hold) bool {
		perRequest := h.Key == "" && h.Root.Parent() != nil && lockset.Handles(h.Root.Parent())
		return !perRequest && exclusive(p, h) && slices.ContainsFunc(b.Permits, h.SamePermit)
	})
}

// sameOwner reports whether the permits of two accesses have one object if the accesses have: the path
// from the object of the access to them is the same.
func sameOwner(h lockset.Hold, o lockset.Hold, a, b *access.Access) bool {
	_, global := h.Root.(*ssa.Global)
	if global || h.Key == "" {
		return true
	}
	return h.Fields == o.Fields && a.Owner.Fields == b.Owner.Fields
}

// of reports whether all that access what the access of a thread is about share the permit: it is a package
// variable, the same for the object, or one that was made beside the object, before the goroutines began.
func of(h lockset.Hold, a *access.Access, t *thread) bool {
	switch root := h.Root.(type) {
	case nil:
		return false
	case *ssa.Global:
		return true
	case *ssa.MakeChan, *ssa.Alloc:
		return beside(root.Parent(), t)
	}
	return !a.OfPackage() && h.Root == a.Owner.Root
}

// beside reports whether what a function has made is one for all goroutines of a thread: it runs once, or
// what is accessed is made by the same call of it, and the goroutine begins after that.
func beside(maker *ssa.Function, t *thread) bool {
	i := slices.IndexFunc(t.frames, func(fr frame) bool { return fr.f.SSA == maker })
	if i < 0 {
		return true // it has returned the literal that has captured both
	}
	made := t.frames[i].obj != nil && t.frames[i].obj.Parent() == maker && !lockset.IsParameter(t.frames[i].obj)
	return starts(t.frames[:i+1]) && (made || t.kind == byMain)
}

// exclusive reports whether a permit is released by what has acquired it alone.
func exclusive(p *lockset.Package, h lockset.Hold) bool {
	shaky := lockset.Memo[shakyPermits](p)
	if *shaky == nil {
		*shaky = make(shakyPermits)
		for _, f := range p.Funcs {
			shaky.note(f)
		}
	}
	return !(*shaky)[permit(h.Op)]
}

// shakyPermits are the permits that something else releases than what has acquired them.
type shakyPermits map[lockset.PermitID]bool

// note adds those that f releases so.
func (shaky shakyPermits) note(f *lockset.Func) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		for _, op := range freesHere(f.Pkg, instr) {
			if now, ok := held[op.Lock]; (!ok || !now.Must) && !releasesFor(f, op) {
				shaky[permit(op)] = true
			}
		}
	})
}

// Exported returns the part of the summary of f that other packages can use.
func Exported(p *lockset.Package, f *lockset.Func) lockset.Summary {
	s := f.Summary.Exported()
	shaky := func(e lockset.Effect) bool {
		return e.Key == "" || !exclusive(p, lockset.Hold{Op: lockset.Op{Key: e.Key}})
	}
	s.Permits = slices.DeleteFunc(s.Permits, shaky)
	s.Frees = slices.DeleteFunc(s.Frees, shaky)
	return s
}

func permit(op lockset.Op) lockset.PermitID {
	return lockset.Place{Path: op.Path, Key: op.Key}.Permit()
}

// freesHere returns the permits that an instruction releases itself.
func freesHere(p *lockset.Package, instr ssa.Instruction) []lockset.Op {
	ops := p.PermitOps(instr)
	if call, ok := instr.(ssa.CallInstruction); ok && p.Callee(call.Common()) == nil {
		ops = p.PermitsOf(call.Common())
	}
	return slices.DeleteFunc(slices.Clone(ops), func(op lockset.Op) bool { return op.Acquire })
}

// releasesFor reports whether a function that does not hold a permit releases that of its caller: it is a
// literal that was made where the permit was held, or a method that is called like one that releases, and
// nothing in the package calls it without the permit.
//
//	func (s *sem) acquire() func() { s.ch <- struct{}{}; return func() { <-s.ch } }
func releasesFor(f *lockset.Func, op lockset.Op) bool {
	if mc := f.Pkg.Closures[f.SSA]; mc != nil {
		maker := f.Pkg.ByFunc[mc.Parent()]
		return maker != nil && len(f.Sites) == 0 && permitAt(maker, mc, op)
	}
	if f.SSA.Signature.Recv() == nil || !catalog.Releases[f.SSA.Name()] && len(f.Sites) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return s.Start || !permitAt(s.Caller, s.Instr, op) })
}

// permitAt reports whether f holds a permit at an instruction, by its key or its name.
func permitAt(f *lockset.Func, at ssa.Instruction, op lockset.Op) bool {
	holds := false
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		holds = holds || instr == at && slices.ContainsFunc(held.Permits(), func(h lockset.Hold) bool { return h.SamePermit(lockset.Hold{Op: op}) })
	})
	return holds
}
