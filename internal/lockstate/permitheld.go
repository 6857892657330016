package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// permitted reports whether two accesses hold one permit, which belongs to the object that they are
// about, or to the package.
func (p *Package) permitted(a, b *Access, x, y *thread) bool {
	for _, h := range a.permits {
		if !p.exclusive(h) {
			continue
		}
		if slices.ContainsFunc(b.permits, func(o Hold) bool { return h.samePermit(o) && of(h, a, x) && of(o, b, y) && h.sameOwner(o, a, b) }) {
			return true
		}
	}
	return false
}

// oneName reports whether two accesses hold a permit of one name, which may be another one in each call of
// what makes it. Each request makes its own.
func (p *Package) oneName(a, b *Access) bool {
	return slices.ContainsFunc(a.permits, func(h Hold) bool {
		perRequest := h.Key == "" && h.Root.Parent() != nil && handles(h.Root.Parent())
		return !perRequest && p.exclusive(h) && slices.ContainsFunc(b.permits, h.samePermit)
	})
}

// samePermit reports whether two accesses hold a permit of one name.
func (h Hold) samePermit(o Hold) bool {
	return h.Key == o.Key && (h.Key != "" || h.Root == o.Root)
}

// sameOwner reports whether the permits of two accesses have one object if the accesses have: the path
// from the object of the access to them is the same.
func (h Hold) sameOwner(o Hold, a, b *Access) bool {
	_, global := h.Root.(*ssa.Global)
	if global || h.Key == "" {
		return true
	}
	return h.Fields == o.Fields && a.Owner.Fields == b.Owner.Fields
}

// of reports whether all that access what the access of a thread is about share the permit: it is a package
// variable, the same for the object, or one that was made beside the object, before the goroutines began.
func of(h Hold, a *Access, t *thread) bool {
	switch root := h.Root.(type) {
	case nil:
		return false
	case *ssa.Global:
		return true
	case *ssa.MakeChan, *ssa.Alloc:
		return beside(root.Parent(), t)
	}
	return !a.ofPackage() && h.Root == a.Owner.Root
}

// beside reports whether what a function has made is one for all goroutines of a thread: it runs once, or
// what is accessed is made by the same call of it, and the goroutine begins after that.
func beside(maker *ssa.Function, t *thread) bool {
	i := slices.IndexFunc(t.frames, func(fr frame) bool { return fr.f.SSA == maker })
	if i < 0 {
		return true // it has returned the literal that has captured both
	}
	made := t.frames[i].obj != nil && t.frames[i].obj.Parent() == maker && !isParameter(t.frames[i].obj)
	return starts(t.frames[:i+1]) && (made || t.kind == byMain)
}

// exclusive reports whether a permit is released by what has acquired it alone.
func (p *Package) exclusive(h Hold) bool {
	if p.shaky == nil {
		p.shaky = make(map[permitID]bool)
		for _, f := range p.Funcs {
			f.Walk(func(instr ssa.Instruction, held State) {
				for _, op := range p.freesHere(instr) {
					if now, ok := held[op.Lock]; (!ok || !now.Must) && !f.releasesFor(op) {
						p.shaky[op.permit()] = true
					}
				}
			})
		}
	}
	return !p.shaky[h.permit()]
}

// Exported returns the part of the summary of f that other packages can use.
func (p *Package) Exported(f *Func) Summary {
	s := f.Summary.Exported()
	shaky := func(e Effect) bool { return e.Key == "" || !p.exclusive(Hold{Op: Op{Key: e.Key}}) }
	s.Permits = slices.DeleteFunc(s.Permits, shaky)
	s.Frees = slices.DeleteFunc(s.Frees, shaky)
	return s
}

func (op Op) permit() permitID { return Place{Path: op.Path, Key: op.Key}.permit() }

// freesHere returns the permits that an instruction releases itself.
func (p *Package) freesHere(instr ssa.Instruction) []Op {
	ops := p.permitOps(instr)
	if call, ok := instr.(ssa.CallInstruction); ok && p.Callee(call.Common()) == nil {
		ops = p.permitsOf(call.Common())
	}
	return slices.DeleteFunc(slices.Clone(ops), func(op Op) bool { return op.Acquire })
}

// releasesFor reports whether a function that does not hold a permit releases that of its caller: it is a
// literal that was made where the permit was held, or a method that is called like one that releases, and
// nothing in the package calls it without the permit.
//
//	func (s *sem) acquire() func() { s.ch <- struct{}{}; return func() { <-s.ch } }
func (f *Func) releasesFor(op Op) bool {
	if mc := f.pkg.closures[f.SSA]; mc != nil {
		maker := f.pkg.byFunc[mc.Parent()]
		return maker != nil && len(f.sites) == 0 && maker.permitAt(mc, op)
	}
	if f.SSA.Signature.Recv() == nil || !catalog.Releases[f.SSA.Name()] && len(f.sites) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.sites, func(s site) bool { return s.start || !s.caller.permitAt(s.instr, op) })
}

// permitAt reports whether f holds a permit at an instruction, by its key or its name.
func (f *Func) permitAt(at ssa.Instruction, op Op) bool {
	holds := false
	f.Walk(func(instr ssa.Instruction, held State) {
		holds = holds || instr == at && slices.ContainsFunc(held.permits(), func(h Hold) bool { return h.samePermit(Hold{Op: op}) })
	})
	return holds
}
