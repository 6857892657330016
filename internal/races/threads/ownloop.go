package threads

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// OwnLoop reports whether an access is one of the receiver of a method that only runs as a goroutine,
// which is started once for each object: no other goroutine runs the method for that one.
func OwnLoop(a *access.Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || f.Root || f.AsValue() || len(f.Sites) != 1 {
		return false
	}
	return f.Sites[0].Start && !lockset.Loops(f.Sites[0].Instr.Block())
}

// OneGoroutine reports whether the goroutine that the maker of an object starts for it makes both of two
// accesses, and no other one does: itself, or in methods that only it calls. What happens before the start
// does not count.
//
//	func newBatcher() *batcher { b := &batcher{}; b.reset(); go b.loop(); return b }
//	func (b *batcher) loop()   { for item := range b.in { b.add(item) } }
func OneGoroutine(a, b *access.Access) bool {
	o := owner{seen: make(map[ssa.Value]bool)}
	return o.owns(a.Func, a.Owner.Root) && o.owns(b.Func, b.Owner.Root) && o.start != nil
}

// An owner is the one goroutine that is started for an object.
type owner struct {
	start ssa.Instruction
	seen  map[ssa.Value]bool // objects, each in the terms of one function
}

// owns reports whether all that call f for an object are the goroutine, or come before its start.
func (o *owner) owns(f *lockset.Func, obj ssa.Value) bool {
	if obj == nil || f.Root && !f.Closed() || f.Uncalled || f.AsValue() || len(f.Sites) == 0 {
		return false
	}
	if captured := obj.Parent() != f.SSA; captured && !f.InPlace || !captured && !lockset.IsParameter(obj) {
		return false
	}
	if o.seen[obj] && obj.Parent() == f.SSA {
		return true
	}
	o.seen[obj] = obj.Parent() == f.SSA
	return !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return !o.calls(s, f, obj) })
}

// calls reports whether a call of f is one of the goroutine, starts it, or comes before that.
func (o *owner) calls(s lockset.Site, f *lockset.Func, obj ssa.Value) bool {
	if s.Value || s.Began != nil {
		return false
	}
	obj, fields := argument(s, f, obj)
	if obj == nil || fields != "" {
		return false
	}
	unshared := s.Caller.Pkg.Unshared(obj, s.Instr)
	if s.Start && unshared && (o.start == nil || o.start == s.Instr) {
		o.start = s.Instr
		return true
	}
	return !s.Start && (unshared || o.owns(s.Caller, obj))
}
