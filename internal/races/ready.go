package races

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// madeBefore reports whether the field is set once, where it was nil or a flag was
// not set yet, before the goroutines are started that the access happens in.
func madeBefore(p *lockset.Package, g *Guard, a *access.Access) bool {
	if a.Write || a.Content {
		return false
	}
	var writes []*access.Access
	for _, w := range g.Accesses {
		if w.Write && !lazy(w) && !flagged(w) {
			return false
		}
		if w.Write {
			writes = append(writes, w)
		}
	}
	roots := make(map[*lockset.Func]bool)
	a.Func.Roots(roots, make(map[*lockset.Func]bool))
	for root := range roots {
		if root == nil || root.Root || !startedAfter(root, writes) {
			return false
		}
	}
	return len(roots) > 0 && len(writes) > 0
}

// lazy reports whether a write gives a value to a field that has none.
func lazy(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Content || lockset.IsNilConst(store.Val) {
		return false
	}
	name := a.Field.Name()
	if a.Struct != nil {
		name = a.Owner.Root.Name() + a.Owner.Fields + "." + name
	}
	return a.Func.Dominating(store.Block())[lockset.NilKey(name)]
}

// onceBefore reports whether all writes of the field happen in a function that a
// sync.Once runs, which has returned before the access.
func onceBefore(p *lockset.Package, g *Guard, a *access.Access) bool {
	for b := a.Instr.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == a.Instr {
				break
			}
			f := ranOnce(p, instr)
			elsewhere := func(w *access.Access) bool { return w.Write && w.Func != f && (a.Content || !w.Content) }
			if f != nil && !slices.ContainsFunc(g.Accesses, elsewhere) {
				return !a.Write
			}
		}
	}
	return false
}

// onceBeforeOther reports whether a is in a function that a sync.Once runs, and has returned before b.
func onceBeforeOther(a *access.Access, b *access.Access) bool {
	for block := b.Instr.Block(); block != nil; block = block.Idom() {
		for _, instr := range block.Instrs {
			if instr == b.Instr {
				break
			}
			if f := ranOnce(a.Func.Pkg, instr); f != nil && f == a.Func {
				return true
			}
		}
	}
	return false
}

// startedBehind reports whether an access is a read in a goroutine that one function starts,
// and all writes are in that function, before: they race with those of another call.
func (g *Guard) startedBehind(a *access.Access) bool {
	start, ok := startedAt(a.Func)
	if a.Write || !ok {
		return false
	}
	starter := a.Func.Sites[0].Caller
	return !slices.ContainsFunc(g.Accesses, func(w *access.Access) bool {
		return w.Write && (w.Func != starter || lockset.Precedes(start, w.Instr))
	})
}

// ranOnce returns the function that a call of a sync.Once has run when it returns.
func ranOnce(p *lockset.Package, instr ssa.Instruction) *lockset.Func {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil
	}
	fn, ok := call.Call.StaticCallee().Object().(*types.Func)
	if !ok || callmatch.Name(fn) != "(*sync.Once).Do" {
		return nil
	}
	return p.Callee(&call.Call)
}

// flagged reports whether a write happens once, because a flag says that it has not
// happened yet and is set then: around the write, or around the only call of the
// function that it is in.
func flagged(a *access.Access) bool {
	if a.Content {
		return false
	}
	if raisesFlag(a.Func, a.Instr) {
		return true
	}
	return !a.Func.Root && a.Func.Callers == lockset.Known && len(a.Func.Sites) == 1 && raisesFlag(a.Func.Sites[0].Caller, a.Func.Sites[0].Instr)
}

// raisesFlag reports whether f gets to instr only while a field is false, and sets
// that field then.
func raisesFlag(f *lockset.Func, at ssa.Instruction) bool {
	facts := f.Dominating(at.Block())
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			value, isBool := lockset.ConstBool(store.Val)
			pl := f.Pkg.Place(store.Addr)
			if !isBool || !value || pl.Field == nil {
				continue
			}
			if set, tested := facts[pl.Root.Name()+pl.Fields]; tested && !set && (at.Block().Dominates(b) || b.Dominates(at.Block())) {
				return true
			}
		}
	}
	return false
}
