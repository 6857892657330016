package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An invocation is a call through an interface that happens under a lock.
type invocation struct {
	key   string // of the lock
	iface *types.Interface
}

// calledBack reports whether a method that no code in the package calls may run
// below one that holds the lock: that one calls what it wraps through an interface
// which the object itself implements.
func (p *Package) calledBack(g *Guard, a *Access) bool {
	recv := a.Func.SSA.Signature.Recv()
	if recv == nil || len(a.Func.sites) > 0 || a.Func.acquires(g.Path(a)) {
		return false
	}
	return slices.ContainsFunc(p.invocations(), func(inv invocation) bool {
		obj, _, _ := types.LookupFieldOrMethod(inv.iface, false, p.types, a.Func.SSA.Name())
		return inv.key == g.Key && obj != nil && types.Implements(recv.Type(), inv.iface)
	})
}

// invocations returns the calls under a lock of which the callee is not known.
func (p *Package) invocations() []invocation {
	if p.invoked != nil {
		return p.invoked
	}
	p.invoked = []invocation{}
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || len(held) == 0 || !call.Common().IsInvoke() || p.Callee(call.Common()) != nil {
				return
			}
			iface, ok := call.Common().Value.Type().Underlying().(*types.Interface)
			for _, h := range held.Held() {
				if ok && h.Key != "" {
					p.invoked = append(p.invoked, invocation{h.Key, iface})
				}
			}
		})
	}
	return p.invoked
}

// callback reports whether the access reads a function, which is called without the
// lock so that it may take it: it is the one set before or the one set after.
func (a *Access) callback() bool {
	_, ok := a.Field.Type().Underlying().(*types.Signature)
	return ok && !a.Write
}
