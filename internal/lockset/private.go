package lockset

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Private reports whether v is an object that no other goroutine can have yet: made by the
// function, or a parameter of a helper that gets such objects only.
func (p *Package) Private(v ssa.Value, depth int) bool {
	if depth == 0 || v == nil {
		return false
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Call:
		callee := p.Callee(&v.Call)
		return callee != nil && !v.Call.IsInvoke() && callee.makes(0, p, depth)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		if !ok {
			return false
		}
		callee := p.Callee(&call.Call)
		return callee != nil && !call.Call.IsInvoke() && callee.makes(v.Index, p, depth)
	case *ssa.UnOp:
		return p.privateVariable(v, depth)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !IsNilConst(e) && !p.Private(p.Place(e).Root, depth-1) })
	case *ssa.Parameter:
		return p.privateParam(v, depth)
	}
	return false
}

// privateVariable is private for what is read from a local variable, such as a named
// result: all that is stored there is.
func (p *Package) privateVariable(load *ssa.UnOp, depth int) bool {
	alloc := p.Alloc(load.X)
	if alloc == nil || load.Op != token.MUL || !StoredHereOnly(alloc) {
		return false
	}
	made := false
	for _, ref := range ssabuild.Referrers(alloc) {
		store, ok := ref.(*ssa.Store)
		if !ok || IsNilConst(store.Val) || loadOf(store.Val, alloc) {
			continue
		}
		if !p.Private(p.Place(store.Val).Root, depth-1) {
			return false
		}
		made = true
	}
	return made
}

// makes reports whether all results of f at an index are objects that f made and
// did not give away: a constructor.
func (f *Func) makes(index int, p *Package, depth int) bool {
	made := false
	for _, b := range f.SSA.Blocks {
		ret, ok := LastOf(b).(*ssa.Return)
		if !ok || index >= len(ret.Results) || IsNilConst(ret.Results[index]) {
			continue
		}
		if !p.unsharedAt(p.Place(ret.Results[index]).Root, ret, depth-1) {
			return false
		}
		made = true
	}
	return made
}

func (p *Package) privateParam(v *ssa.Parameter, depth int) bool {
	f := p.ByFunc[v.Parent()]
	return f != nil && !(f.SSA.Object() != nil && f.SSA.Object().Exported() && ExportedOwner(f)) && p.HandedFresh(f, v, depth)
}

// HandedFresh reports whether all calls of f in the package pass it an object that no other
// goroutine can have as the parameter v.
func (p *Package) HandedFresh(f *Func, v *ssa.Parameter, depth int) bool {
	if f.AsValue() || len(f.Sites) == 0 || f.SSA.Object() == nil {
		return false
	}
	index := slices.Index(f.SSA.Params, v)
	for _, s := range f.Sites {
		_, args := p.Target(s.Instr.Common())
		if s.Start || index >= len(args) {
			return false
		}
		if !p.unsharedAt(p.Place(args[index]).Root, s.Instr, depth-1) {
			return false
		}
	}
	return true
}

func ExportedOwner(f *Func) bool {
	recv := f.SSA.Signature.Recv()
	return recv == nil || exportedType(recv.Type())
}

func IsNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}
