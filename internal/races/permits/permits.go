package permits

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Exclusive reports whether a permit is released by what has acquired it alone.
func Exclusive(p *lockset.Package, h lockset.Hold) bool {
	shaky := lockset.Memo[shakyPermits](p)
	if *shaky == nil {
		*shaky = make(shakyPermits)
		for _, f := range p.Funcs {
			shaky.note(f)
		}
	}
	return !(*shaky)[permitOf(h.Op)]
}

// shakyPermits are the permits that something else releases than what has acquired them.
type shakyPermits map[lockset.PermitID]bool

// note adds those that f releases so.
func (shaky shakyPermits) note(f *lockset.Func) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		for _, op := range freesHere(f.Pkg, instr) {
			if now, ok := held[op.Lock]; (!ok || !now.Must) && !releasesFor(f, op) {
				shaky[permitOf(op)] = true
			}
		}
	})
}

// Exported returns the part of the summary of f that other packages can use.
func Exported(p *lockset.Package, f *lockset.Func) lockset.Summary {
	s := f.Summary.Exported()
	shaky := func(e lockset.Effect) bool {
		return e.Key == "" || !Exclusive(p, lockset.Hold{Op: lockset.Op{Key: e.Key}})
	}
	s.Permits = slices.DeleteFunc(s.Permits, shaky)
	s.Frees = slices.DeleteFunc(s.Frees, shaky)
	return s
}

func permitOf(op lockset.Op) lockset.PermitID {
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
	return slices.ContainsFunc(f.At(at).Permits(), func(h lockset.Hold) bool { return h.SamePermit(lockset.Hold{Op: op}) })
}
