package unlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// underOuterLock reports whether each call in the package of the two functions of a race holds one lock, that of what
// has the object. Importers may call them without.
//
//	func (r *Replication) FirstLogID() (uint64, error) {
//		r.m.Lock()
//		defer r.m.Unlock()
//		return r.s.FirstID() // as r.Clear calls r.s.Clear
//	}
func underOuterLock(p *lockset.Package, u *Race) bool {
	if u.Func == u.Other.Func {
		return false
	}
	others := outerLocks(p, u.Other.Func, 3)
	return slices.ContainsFunc(outerLocks(p, u.Func, 3), func(key string) bool {
		return key != u.Guard.Key && slices.Contains(others, key)
	})
}

// outerLocks returns the keys of the locks that each call of a function in the package holds, or each call of the
// function that makes it; nothing where the package does not call it.
func outerLocks(p *lockset.Package, f *lockset.Func, depth int) (keys []string) {
	if depth == 0 {
		return nil
	}
	for i, s := range slices.Concat(f.Sites, interfaceCalls(p, f)) {
		if s.Start {
			return nil
		}
		held := slices.Concat(holding.KeysAt(s.Caller, s.Instr), outerLocks(p, s.Caller, depth-1))
		if i == 0 {
			keys = held
			continue
		}
		keys = slices.DeleteFunc(keys, func(key string) bool { return !slices.Contains(held, key) })
	}
	return keys
}

// interfaceCalls returns the calls in the package that may be ones of a method through an interface.
func interfaceCalls(p *lockset.Package, f *lockset.Func) (list []lockset.Site) {
	recv := f.SSA.Signature.Recv()
	if recv == nil {
		return nil
	}
	for _, caller := range p.Funcs {
		for instr := range ssaflow.Instrs(caller.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !call.Common().IsInvoke() || call.Common().Method.Name() != f.SSA.Name() {
				continue
			}
			iface, ok := call.Common().Value.Type().Underlying().(*types.Interface)
			if ok && types.Implements(recv.Type(), iface) {
				_, start := call.(*ssa.Go)
				list = append(list, lockset.Site{Caller: caller, Instr: call, Start: start})
			}
		}
	}
	return list
}
