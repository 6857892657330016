package access

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Of returns all accesses of the package, in the order of
// functions and blocks.
func Of(p *lockset.Package) []*Access { return collected(p).own }

// To returns the accesses of a field or package variable, in the order of [Of].
func To(p *lockset.Package, field *types.Var) []*Access { return collected(p).byField[field] }

// In returns the accesses that a function makes, in the order of [Of].
func In(f *lockset.Func) []*Access { return collected(f.Pkg).byFunc[f] }

// Apart returns the accesses of variables of other packages, and the calls of methods that only one
// goroutine at a time may call.
func Apart(p *lockset.Package) []*Access { return collected(p).apart }

// A collection is all accesses of a package.
type collection struct {
	done       bool
	own, apart []*Access
	byField    map[*types.Var][]*Access // of own
	byFunc     map[*lockset.Func][]*Access
}

func (c *collection) add(a *Access) {
	c.own = append(c.own, a)
	c.byField[a.Field] = append(c.byField[a.Field], a)
	c.byFunc[a.Func] = append(c.byFunc[a.Func], a)
}

func collected(p *lockset.Package) *collection {
	c := lockset.Memo[collection](p)
	if c.done {
		return c
	}
	c.own, c.apart, c.byField, c.byFunc = nil, nil, make(map[*types.Var][]*Access), make(map[*lockset.Func][]*Access)
	for _, f := range p.Funcs {
		if f.SSA.Synthetic != "" {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			for _, a := range madeBy(f, instr) {
				foreign := a.Field.Pkg() != p.Types
				if foreign && !a.OfPackage() && a.Called == nil && !a.Whole || !a.Pos.IsValid() {
					continue
				}
				a.Func, a.Instr, a.Held, a.Permits = f, instr, held.Held(), held.Permits()
				a.Maybe, a.Unsure, a.Callers = held.Split()
				a.Fresh = p.Unshared(a.Owner.Root, a.Instr) || a.Struct == nil && f.InInit()
				a.Ready = initializes(f, a.Struct == nil) && !calledInUse(f)
				if foreign || a.Part == OneCaller || a.Whole {
					c.apart = append(c.apart, a)
					continue
				}
				c.add(a)
			}
		})
	}
	c.done = true // at the end: what panics here does so again for the check that reports it
	return c
}

// initializes reports whether f makes a new object ready, or, when it is about
// package variables, the package: it is init, or called like it.
func initializes(f *lockset.Func, global bool) bool {
	if !global {
		return f.Initializes()
	}
	fn := f.Outermost()
	return fn.Signature.Recv() == nil && strings.HasPrefix(strings.ToLower(fn.Name()), "init")
}

// calledInUse reports whether the package calls f as well where it ends or renews an object that
// others have: what an init method does there is no preparation.
//
//	func (s *session) Close() { s.pipe.Close(); s.initPipe() }
func calledInUse(f *lockset.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		caller := f.Pkg.ByFunc[s.Caller.Outermost()]
		return !s.Start && caller != nil && caller.SSA.Signature.Recv() != nil && (lockset.Ends(caller) || renews(caller)) && !s.Private(f)
	})
}

// renews reports whether f begins something anew, by its name.
func renews(f *lockset.Func) bool {
	name := strings.ToLower(f.SSA.Name())
	return slices.ContainsFunc([]string{"reconnect", "reload", "reopen", "restart", "reinit", "refresh", "renew", "rotate"}, func(word string) bool { return strings.HasPrefix(name, word) })
}

// Reads returns the reads of the package by their instructions.
func Reads(p *lockset.Package) map[ssa.Instruction]*Access {
	found := make(map[ssa.Instruction]*Access)
	for _, a := range Of(p) {
		if !a.Write {
			found[a.Instr] = a
		}
	}
	return found
}
