package races

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
)

// madeBefore reports whether the field is set once, where it was nil or a flag was
// not set yet, before the goroutines are started that the access happens in.
func madeBefore(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	if a.Write || a.Content {
		return false
	}
	var writes []*access.Access
	for _, w := range g.Accesses {
		if w.Write && !setup.Lazy(w) && !setup.Flagged(w) {
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

// onceBefore reports whether all writes of the field happen in a function that a
// sync.Once runs, which has returned before the access.
func onceBefore(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	for b := a.Instr.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == a.Instr {
				break
			}
			f := order.RanOnce(p, instr)
			elsewhere := func(w *access.Access) bool { return w.Write && w.Func != f && (a.Content || !w.Content) }
			if f != nil && !slices.ContainsFunc(g.Accesses, elsewhere) {
				return !a.Write
			}
		}
	}
	return false
}

// startedBehind reports whether an access is a read in a goroutine that one function starts,
// and all writes are in that function, before: they race with those of another call.
func startedBehind(g *guard.Guard, a *access.Access) bool {
	start, ok := startedAt(a.Func)
	if a.Write || !ok {
		return false
	}
	starter := a.Func.Sites[0].Caller
	return !slices.ContainsFunc(g.Accesses, func(w *access.Access) bool {
		return w.Write && (w.Func != starter || lockset.Precedes(start, w.Instr))
	})
}
