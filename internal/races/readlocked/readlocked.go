package readlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Write is a write that holds a lock for reading only.
type Write struct {
	*access.Access
	Hold   lockset.Hold
	Other  *access.Access // another access under the lock, the write itself if there is none
	Writes int            // of the same field or part
	Locked int            // those of them that hold the lock for writing
	Doubts []verdict.DoubtAt
	Call   ssa.CallInstruction // of the function that writes, by the one that holds the lock; nil where that writes itself
}

// Writes returns the writes under a read lock. Readers run at the same time: the write
// races with itself, and with every reader.
func Writes(p *lockset.Package, noted func(*types.Var) string) []Write {
	var list []Write
	for _, g := range guard.Of(p, noted) {
		if !g.RW {
			continue
		}
		for _, a := range g.Accesses {
			if h, ok := readLocked(g, a); a.Write && ok {
				list = append(list, newWrite(p, g, a, h))
			}
		}
	}
	return append(list, elementWrites(p)...)
}

// readLocked returns the lock that an access holds for reading, and no other: taken by the function,
// by all that call it, or by some of them, where nothing shows that others take none. A function that
// leaves the lock to its callers by contract is judged by what a caller holds.
func readLocked(g *guard.Guard, a *access.Access) (lockset.Hold, bool) {
	h, ok := a.Holds(g.Path(a))
	if byKey, held := a.HoldsKey(g.Key); !ok && held && !a.Func.Encloses(byKey.Pos) {
		h, ok = byKey, true
	}
	if ok || len(a.Held) > 0 || !a.Write || holding.Acquires(a.Func, g.Path(a)) {
		return h, ok && h.Read && len(a.Held) == 1
	}
	h, _, ok = readLockedBy(a.Func, g.Path(a), holding.MaxUp, make(map[*lockset.Func]bool))
	return h, ok && (a.Func.Contract() || g.Partner(a) == nil)
}

// readLockedBy returns the lock at a path, in terms of f, that a caller holds for reading, and no
// other lock, with the call. Each caller is asked once.
func readLockedBy(f *lockset.Func, path lockset.Path, depth int, seen map[*lockset.Func]bool) (lockset.Hold, ssa.CallInstruction, bool) {
	if depth == 0 || seen[f] {
		return lockset.Hold{}, nil, false
	}
	seen[f] = true
	for _, s := range f.Sites {
		at, ok := holding.InCaller(f, path, s)
		if !ok {
			continue
		}
		if h, held := holding.SoleAtCalls(s.Caller)[s.Instr]; held {
			if h.Path == at && h.Read && h.Callee == nil {
				return h, s.Instr, true
			}
			continue
		}
		if h, call, ok := readLockedBy(s.Caller, at, depth-1, seen); ok {
			return h, call, true
		}
	}
	return lockset.Hold{}, nil, false
}

func newWrite(p *lockset.Package, g *guard.Guard, a *access.Access, h lockset.Hold) Write {
	w := Write{Access: a, Hold: h, Other: a, Writes: g.Writes, Locked: len(g.LockedWrites)}
	for _, b := range g.Related() {
		if b.Func.Outermost() != a.Func.Outermost() && g.Holds(b) && (w.Other == a || b.Write && !w.Other.Write) {
			w.Other = b
		}
	}
	w.doubt(verdict.MaybeHeld, !a.Func.Known() && (a.Func.Encloses(h.Pos) || !a.Func.Contract()))
	w.doubt(verdict.BeforeSharing, a.Ready)
	w.doubt(verdict.OwnData, a.OwnElement() || onlyInner(g, a) || w.Other == a && !ofContainer(a) && !counts(a))
	w.doubt(verdict.FewAccesses, len(g.LockedWrites) == 0 && w.Other == a)
	return w
}

// onlyInner reports whether a write is one of a map in a map which no other function looks into: it
// may have one goroutine, and the lock guards the outer map.
func onlyInner(g *guard.Guard, a *access.Access) bool {
	return a.Depth > 0 && !slices.ContainsFunc(g.Accesses, func(b *access.Access) bool {
		return b.Depth == a.Depth && b.Func.Outermost() != a.Func.Outermost() && g.Holds(b)
	})
}

func (w *Write) doubt(d *verdict.Doubt, raised bool) {
	if raised {
		w.Doubts = append(w.Doubts, d.At(w.Pos))
	}
}

// counts reports whether a write depends on the value before, in a function that may run several
// times concurrently: two of them lose one of two counts, where a latch that both set is set.
func counts(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || !lockset.Together(a.Func, a.Func) {
		return false
	}
	to := a.Func.Pkg.Place(store.Addr)
	return to.Field != nil && origin.ReadsFrom(a.Func.Pkg, store.Val, 3, func(from lockset.Place) bool { return from.Path == to.Path })
}

// ofContainer reports whether a write is one of a map or slice, or of what is in it: that several
// readers leave one of them broken, and not only one of two values.
func ofContainer(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	return !ok || a.Content || lockset.IsContainer(store.Val.Type())
}
