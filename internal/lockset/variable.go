package lockset

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// content returns the value that stands for what a variable holds that changes:
// the first load of it, until the next store. Where literals store to it, too, a
// load stands for itself.
func (p *Package) content(alloc *ssa.Alloc, load *ssa.UnOp) ssa.Value {
	if alloc.Parent() != load.Parent() || !StoredHereOnly(alloc) {
		return load
	}
	first, ok := p.contents[alloc]
	if !ok {
		first = load
		p.contents[alloc] = load
		p.standsFor[load] = true
	}
	return first
}

func StoredHereOnly(a *ssa.Alloc) bool {
	for _, ref := range ssabuild.Referrers(a) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != a {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if storesTo(ref, a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Alloc returns the local variable that v is the address of, through captures.
func (p *Package) Alloc(v ssa.Value) *ssa.Alloc {
	for {
		switch x := v.(type) {
		case *ssa.Alloc:
			if _, ok := callmatch.Deref(x.Type()).Underlying().(*types.Struct); ok {
				return nil
			}
			return x
		case *ssa.FreeVar:
			if v = p.binding(x); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
}

// OnlyStore returns the value that is stored to a local variable once and for
// all, or nil.
func OnlyStore(a *ssa.Alloc) ssa.Value {
	var value ssa.Value
	for _, ref := range ssabuild.Referrers(a) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == a && loadOf(ref.Val, a) {
				continue // return r, where r is the result itself
			}
			if ref.Addr != a || value != nil {
				return nil
			}
			value = ref.Val
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeInterface:
			if !onlyDecoded(ref) {
				return nil
			}
		case *ssa.MakeClosure:
			if storesTo(ref, a) {
				return nil
			}
		default:
			return nil
		}
	}
	return value
}

// loadOf reports whether v is what a variable holds.
func loadOf(v ssa.Value, a *ssa.Alloc) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == a
}

// storesTo reports whether the body of a literal may change a captured variable.
func storesTo(mc *ssa.MakeClosure, a ssa.Value) bool {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return true
	}
	for i, b := range mc.Bindings {
		if b != a || i >= len(fn.FreeVars) {
			continue
		}
		for _, ref := range ssabuild.Referrers(fn.FreeVars[i]) {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if storesTo(ref, fn.FreeVars[i]) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// binding returns what a captured variable is bound to in the function around.
func (p *Package) binding(v *ssa.FreeVar) ssa.Value {
	mc := p.Closures[v.Parent()]
	if mc == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v && i < len(mc.Bindings) {
			return mc.Bindings[i]
		}
	}
	return nil
}
