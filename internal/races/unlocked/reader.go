package unlocked

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
)

// cursor reports whether f is a method that one reader calls in a loop. The lock in it is
// for what others call concurrently, such as Close.
func cursor(f *lockset.Func) bool {
	return f.SSA.Signature.Recv() != nil && catalog.CursorMethods[f.SSA.Name()]
}

// ofReceiver reports whether the object is known to be the one that the method is called
// on, which reads without a lock what it alone writes: c == other && other.echo.
func ofReceiver(p *lockset.Package, a *access.Access) bool {
	if a.Write || a.Struct == nil || a.Func.SSA.Signature.Recv() == nil {
		return false
	}
	self := p.Place(a.Func.SSA.Params[0]).Path
	for b := a.Instr.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := branch.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue
		}
		same := b.Idom().Succs[0]
		if cmp.Op == token.NEQ {
			same = b.Idom().Succs[1]
		}
		x, y := p.Place(cmp.X).Path, p.Place(cmp.Y).Path
		if same == b && len(b.Preds) == 1 && (x == self && y == a.Owner || y == self && x == a.Owner) {
			return true
		}
	}
	return false
}

// partOf reports whether only another function calls f, but for the first use of the object: what f does is a step
// of that one.
func partOf(f *lockset.Func, other *lockset.Func) bool {
	return !f.Root && !f.AsValue() && slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return s.Caller == other }) &&
		!slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return s.Start || s.Caller != other && !onFirstUse(f, s) })
}

// onFirstUse reports whether a method is called where a field of its object has no value, which it sets.
//
//	if l.levels == nil { l.update() }
func onFirstUse(f *lockset.Func, s lockset.Site) bool {
	return slices.ContainsFunc(access.Of(f.Pkg), func(w *access.Access) bool {
		store, ok := w.Instr.(*ssa.Store)
		if !ok || w.Func != f || w.Content || lockset.IsNilConst(store.Val) {
			return false
		}
		recv, ok := receiver(w, s)
		return ok && s.Caller.Dominating(s.Instr.Block())[lockset.NilKey(recv+w.Owner.Fields+"."+w.Field.Name())]
	})
}

// ownReader reports whether the access is a read of a function that makes all writes, itself or in its steps, and
// never reads under the lock: if it runs once at a time, it reads what it wrote. One that
// tests a flag before it sets it does so because it may not. So does a method by which one
// reader reads on.
func ownReader(g *guard.Guard, a *access.Access) bool {
	f := a.Func
	sole := !types.Identical(g.Field.Type().Underlying(), types.Typ[types.Bool]) &&
		!slices.ContainsFunc(g.LockedReads, func(b *access.Access) bool { return b.Func == f }) &&
		slices.ContainsFunc(g.Accesses, func(b *access.Access) bool { return b.Write && (b.Func == f || partOf(b.Func, f)) })
	elsewhere := slices.ContainsFunc(g.Accesses, func(b *access.Access) bool {
		return b.Write && b.Func != f && !b.Ready && !setup.Option(b) && !partOf(b.Func, f)
	})
	return !a.Write && !elsewhere && !g.CalledWith(a) && (sole || cursor(f))
}

// writtenByCaller reports whether a function that reads the field of a parameter is called once, by
// the only function that writes it, which does so for the same object before the call:
//
//	func (t *trace) Finish() { t.mu.Lock(); t.end = now(); t.mu.Unlock(); t.owner.finalize(t) }
func writtenByCaller(g *guard.Guard, a *access.Access) bool {
	if a.Write || a.Func.Root || len(a.Func.Sites) != 1 || a.Func.Sites[0].Start {
		return false
	}
	s := a.Func.Sites[0]
	passed := slices.ContainsFunc(a.Func.SSA.Params, func(v *ssa.Parameter) bool { return a.Owner.Root == ssa.Value(v) })
	writes := 0
	for _, b := range g.Accesses {
		if !b.Write || b.Ready {
			continue
		}
		if writes++; b.Func != s.Caller || b.Pos > s.Instr.Pos() || !slices.Contains(s.Instr.Common().Args, b.Owner.Root) {
			return false
		}
	}
	return passed && writes > 0
}
