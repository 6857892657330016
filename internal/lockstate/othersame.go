package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ofOther reports whether a lock that is held for an access is that of another object of the same
// type: the function locked an argument, and accesses what a call or a container gave it.
//
//	j.mu.Lock()
//	parent := cache.Get(j.parent)
//	parent.children = append(parent.children, j.id) // parent.mu is not held
func (g *Guard) ofOther(a *Access, h Hold) bool {
	held, ok := h.Root.(*ssa.Parameter)
	return ok && h.Key != "" && h.Key == g.Key && h.Fields == "."+g.Lock.Name() && a.Struct != nil &&
		types.Identical(callmatch.Deref(held.Type()), a.Struct) && a.Owner.Fields == "" && a.Func.pkg.obtained(a.Owner.Root)
}

// locksOther reports whether an access holds the guard's lock of another object.
func (g *Guard) locksOther(a *Access) bool {
	return slices.ContainsFunc(a.Held, func(h Hold) bool { return g.ofOther(a, h) })
}

// obtained reports whether a value is what a call returned, other than one of the package that
// returns its receiver, or an element of a container.
func (p *Package) obtained(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return p.obtained(v.Tuple)
	case *ssa.Next, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		_, element := v.X.(*ssa.IndexAddr)
		return element
	case *ssa.Call:
		callee := p.Callee(&v.Call)
		return callee == nil || !callee.returnsArgument()
	}
	return false
}

// returnsArgument reports whether f may return one of its arguments.
func (f *Func) returnsArgument() bool {
	return slices.ContainsFunc(f.returned(), func(instr ssa.Instruction) bool {
		v, ok := instr.(ssa.Value)
		return ok && isParameter(f.pkg.place(v).Root)
	}) || slices.ContainsFunc(f.SSA.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := lastOf(b).(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, isParameter)
	})
}

func isParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// nested reports whether the package somewhere acquires the lock of a key while it holds that of
// another object: each object is guarded by its own.
func (p *Package) nested(key string) bool {
	if p.nestedKeys == nil {
		p.nestedKeys = make(map[string]bool)
		for _, f := range p.Funcs {
			if f.relevant() {
				f.noteNested()
			}
		}
	}
	return p.nestedKeys[key]
}

func (f *Func) noteNested() {
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(*ssa.Call)
		if !ok || len(held) == 0 {
			return
		}
		ops, _ := f.pkg.direct(&call.Call)
		for _, op := range ops {
			if op.Acquire && op.Key != "" && slices.ContainsFunc(held.Held(), func(h Hold) bool { return h.Key == op.Key && h.Path != op.Path }) {
				f.pkg.nestedKeys[op.Key] = true
			}
		}
	})
}
