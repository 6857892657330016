package unlocked

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
)

// settledBefore reports whether the field is set only where it is not, emptied by the
// function itself alone, and the function has looked at it under the lock before, itself
// or in a function that it calls: what it now reads is what it has seen there.
func settledBefore(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	if a.Write || a.Content {
		return false
	}
	seen := false
	for _, other := range g.Accesses {
		if other.Write && !once(other) && !(other.Func == a.Func && other.Empties()) {
			return false
		}
		if g.Holds(other) && order.Always(forCaller(other, a), a.Instr) {
			seen = true
		}
	}
	return seen
}

// once reports whether a write happens in one case only, which it ends.
func once(a *access.Access) bool {
	return setup.Lazy(a) || setup.Flagged(a) || lazyCall(a) || behindState(a)
}

// lazyCall reports whether the only call of a's function is made where the field has
// no value.
func lazyCall(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Content || lockset.IsNilConst(store.Val) || a.Func.Callers == lockset.Known && a.Func.Root || len(a.Func.Sites) != 1 {
		return false
	}
	recv, ok := receiver(a, a.Func.Sites[0])
	name := recv + a.Owner.Fields + "." + a.Field.Name()
	return ok && a.Func.Sites[0].Caller.Dominating(a.Func.Sites[0].Instr.Block())[lockset.NilKey(name)]
}

// receiver returns the name of the object of the access at a call of its method.
func receiver(a *access.Access, s lockset.Site) (string, bool) {
	common := s.Instr.Common()
	if s.Value || common.IsInvoke() || len(a.Func.SSA.Params) == 0 || a.Owner.Root != a.Func.SSA.Params[0] || len(common.Args) == 0 {
		return "", false
	}
	recv := a.Func.Pkg.Place(common.Args[0]) // a variable that a literal uses, too, is loaded for each call
	return recv.Root.Name() + recv.Fields, true
}

// behindState reports whether the function gets to the write in one state of the
// object, and changes the state.
func behindState(a *access.Access) bool {
	if a.Content {
		return false
	}
	f := a.Func
	for b := a.Instr.Block().Idom(); b != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b).(*ssa.If)
		if !ok || !slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && s.Dominates(a.Instr.Block()) }) {
			continue
		}
		if cmp, ok := branch.Cond.(*ssa.BinOp); ok && cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue // an amount comes and goes
		}
		if changesWhat(f, branch.Cond, a.Owner) {
			return true
		}
	}
	return false
}

// changesWhat reports whether f sets a field of the owner that the condition reads.
func changesWhat(f *lockset.Func, cond ssa.Value, owner lockset.Path) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			pl := f.Pkg.Place(store.Addr)
			if pl.Field != nil && pl.Root == owner.Root && origin.Reads(f.Pkg, cond, pl.Field, 6) {
				return true
			}
		}
	}
	return false
}

// forCaller returns the instruction of by's function in which the access happens to the
// same object: it itself, or a call of the method that it is in; nil if there is none.
func forCaller(a *access.Access, by *access.Access) ssa.Instruction {
	if a.Func == by.Func && a.Owner == by.Owner {
		return a.Instr
	}
	for _, s := range a.Func.Sites {
		recv, ok := receiver(a, s)
		if ok && s.Caller == by.Func && by.Owner.Root != nil && recv == by.Owner.Root.Name() && a.Owner.Fields == by.Owner.Fields {
			return s.Instr
		}
	}
	return nil
}
