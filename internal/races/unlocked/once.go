package unlocked

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
)

// startedAt returns the only start of the goroutine that f, a literal, is.
func startedAt(f *lockset.Func) (ssa.Instruction, bool) {
	if !f.InPlace || len(f.Sites) != 1 || !f.Started() {
		return nil, false
	}
	return f.Sites[0].Instr, true
}

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
			f := order.Settled(p, instr)
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

// startedAfter reports whether each goroutine that begins with f is started after one of
// the writes.
func startedAfter(f *lockset.Func, writes []*access.Access) bool {
	for _, s := range f.Sites {
		if !s.Start {
			continue
		}
		behind := false
		for _, w := range writes {
			behind = behind || w.Func == s.Caller && lockset.Precedes(w.Instr, s.Instr) || calledBefore(w.Func, s)
		}
		if !behind {
			return false
		}
	}
	return true
}

// calledBefore reports whether the starter of a goroutine has always called f before.
func calledBefore(f *lockset.Func, start lockset.Site) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return !s.Start && s.Caller == start.Caller && order.Always(s.Instr, start.Instr)
	})
}
