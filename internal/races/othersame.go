package races

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// ofOther reports whether a lock that is held for an access is that of another object of the same
// type: the function locked an argument, and accesses what a call or a container gave it.
//
//	j.mu.Lock()
//	parent := cache.Get(j.parent)
//	parent.children = append(parent.children, j.id) // parent.mu is not held
func (g *Guard) ofOther(a *access.Access, h lockset.Hold) bool {
	held, ok := h.Root.(*ssa.Parameter)
	return ok && h.Key != "" && h.Key == g.Key && h.Fields == "."+g.Lock.Name() && a.Struct != nil &&
		types.Identical(callmatch.Deref(held.Type()), a.Struct) && a.Owner.Fields == "" && obtained(a.Func.Pkg, a.Owner.Root)
}

// locksOther reports whether an access holds the guard's lock of another object.
func (g *Guard) locksOther(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return g.ofOther(a, h) })
}

// obtained reports whether a value is what a call returned, other than one of the package that
// returns its receiver, or an element of a container.
func obtained(p *lockset.Package, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return obtained(p, v.Tuple)
	case *ssa.Next, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		_, element := v.X.(*ssa.IndexAddr)
		return element
	case *ssa.Call:
		callee := p.Callee(&v.Call)
		return callee == nil || !returnsArgument(callee)
	}
	return false
}

// returnsArgument reports whether f may return one of its arguments.
func returnsArgument(f *lockset.Func) bool {
	return slices.ContainsFunc(returnsOf(f), func(instr ssa.Instruction) bool {
		v, ok := instr.(ssa.Value)
		return ok && lockset.IsParameter(f.Pkg.Place(v).Root)
	}) || slices.ContainsFunc(f.SSA.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := lockset.LastOf(b).(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, lockset.IsParameter)
	})
}

// nested reports whether the package somewhere acquires the lock of a key while it holds that of
// another object: each object is guarded by its own.
func nested(p *lockset.Package, key string) bool {
	keys := lockset.Memo[nestedKeys](p)
	if *keys == nil {
		*keys = make(nestedKeys)
		for _, f := range p.Funcs {
			if f.Relevant() {
				keys.note(f)
			}
		}
	}
	return (*keys)[key]
}

// nestedKeys are the keys for which [nested] is true.
type nestedKeys map[string]bool

// note adds those of the locks that f acquires.
func (keys nestedKeys) note(f *lockset.Func) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok || len(held) == 0 {
			return
		}
		ops, _ := f.Pkg.Direct(&call.Call)
		for _, op := range ops {
			if op.Acquire && op.Key != "" && slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == op.Key && h.Path != op.Path }) {
				keys[op.Key] = true
			}
		}
	})
}
