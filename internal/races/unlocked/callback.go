package unlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An invocation is a call under a lock, through an interface or of a method of another package's
// type.
type invocation struct {
	key    string // of the lock
	iface  *types.Interface
	method string      // of iface, which is called
	args   []ssa.Value // what that gets
	of     string      // the name of the type, when iface is nil
}

// calledBack reports whether a method that no code in the package calls may run
// below one that holds the lock: that one calls what it wraps through an interface
// which the object itself implements, by the method's name or with something that has the method, or
// an object that was made with it as its observer.
// A method that takes the lock, itself or in what it calls, would deadlock there.
func calledBack(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	recv := a.Func.SSA.Signature.Recv()
	if recv == nil || len(a.Func.Sites) > 0 || holding.Takes(a.Func, g.Path(a)) {
		return false
	}
	observer := observerOf(p, recv.Type(), a.Func.SSA.Name())
	return slices.ContainsFunc(invocations(p), func(inv invocation) bool {
		if inv.key != g.Key {
			return false
		}
		if inv.iface == nil {
			return observer[inv.of]
		}
		obj, _, _ := types.LookupFieldOrMethod(inv.iface, false, p.Types, a.Func.SSA.Name())
		return obj != nil && (inv.method == obj.Name() || inv.passes(obj.Name())) && types.Implements(recv.Type(), inv.iface)
	})
}

// passes reports whether a call passes what can call a method of that name: a function, or a value that
// has the method.
func (inv invocation) passes(method string) bool {
	return slices.ContainsFunc(inv.args, func(arg ssa.Value) bool {
		if _, ok := arg.Type().Underlying().(*types.Signature); ok {
			return true
		}
		obj, _, _ := types.LookupFieldOrMethod(arg.Type(), false, nil, method)
		return obj != nil
	})
}

// observerOf returns the types of the objects that are made with a value of type t, as an
// interface that has the method: they call it back when they are called.
func observerOf(p *lockset.Package, t types.Type, method string) map[string]bool {
	made := make(map[string]bool)
	for _, f := range p.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			mi, ok := instr.(*ssa.MakeInterface)
			if !ok || !types.Identical(mi.X.Type(), t) {
				continue
			}
			if obj, _, _ := types.LookupFieldOrMethod(mi.Type(), false, p.Types, method); obj != nil {
				noteMadeWith(p, mi, made)
			}
		}
	}
	return made
}

// noteMadeWith adds the types of what functions of other packages return that get a value.
func noteMadeWith(p *lockset.Package, v *ssa.MakeInterface, made map[string]bool) {
	for _, ref := range ssabuild.Referrers(v) {
		if call, ok := ref.(*ssa.Call); ok && p.Callee(&call.Call) == nil {
			made[callmatch.TypeName(callmatch.Deref(call.Type()))] = true
		}
	}
}

// An invocationList is what [invocations] returns for a package.
type invocationList struct {
	done bool
	list []invocation
}

// invocations returns the calls under a lock of which the callee is not known.
func invocations(p *lockset.Package) []invocation {
	m := lockset.Memo[invocationList](p)
	if m.done {
		return m.list
	}
	m.done = true
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || len(held) == 0 || p.Callee(call.Common()) != nil {
				return
			}
			inv := invocationOf(call.Common())
			for _, h := range held.Held() {
				if inv.key = h.Key; h.Key != "" && (inv.iface != nil || inv.of != "") {
					m.list = append(m.list, inv)
				}
			}
		})
	}
	return m.list
}

// invocationOf returns what is called, without the lock.
func invocationOf(call *ssa.CallCommon) (inv invocation) {
	switch {
	case call.IsInvoke():
		inv.iface, _ = call.Value.Type().Underlying().(*types.Interface)
		inv.method, inv.args = call.Method.Name(), call.Args
	case call.Signature().Recv() != nil && len(call.Args) > 0:
		inv.of = callmatch.TypeName(callmatch.Deref(call.Args[0].Type()))
	}
	return inv
}
