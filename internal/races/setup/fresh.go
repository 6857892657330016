package setup

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// justMade reports whether all callers of the method of an access in this package have made
// the object before, in the same function: by a constructor, for a field of their own.
//
//	p.sub = NewSubscriber(id)
//	p.sub.AddChannel(name)
func justMade(a *access.Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || len(f.Sites) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return !constructed(s) })
}

// constructed reports whether the object whose method is called was made by a constructor and put
// into a field in the same function before.
func constructed(s lockset.Site) bool {
	common := s.Instr.Common()
	if s.Start || s.Value || common.IsInvoke() || len(common.Args) == 0 {
		return false
	}
	p := s.Caller.Pkg
	object := p.Place(common.Args[0])
	for _, b := range s.Caller.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if ok && object.Field != nil && p.Place(store.Addr).Path == object.Path && lockset.Precedes(store, s.Instr) && constructs(p, store.Val) {
				return true
			}
		}
	}
	return false
}

// constructs reports whether a value is what a constructor of the package returned.
func constructs(p *lockset.Package, v ssa.Value) bool {
	if extract, ok := v.(*ssa.Extract); ok {
		v = extract.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	callee := p.Callee(&call.Call)
	return callee != nil && callee.SSA.Signature.Recv() == nil && strings.HasPrefix(strings.ToLower(callee.SSA.Name()), "new")
}

// MayBeFresh reports whether all calls in the package pass the function of an access an
// object that no other goroutine can have.
func MayBeFresh(p *lockset.Package, a *access.Access) bool {
	param, ok := a.Owner.Root.(*ssa.Parameter)
	return ok && a.Func.SSA == param.Parent() && p.HandedFresh(a.Func, param, 6)
}
