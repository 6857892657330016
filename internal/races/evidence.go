package races

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// partner returns an access that may happen at the same time as a, of which one writes, and
// that holds the guard's lock: the evidence for a race. No other lock keeps the two apart. One
// of another function, and one that writes, is the better evidence.
func (g *Guard) partner(a *access.Access) *access.Access {
	var best *access.Access
	for _, b := range g.related() {
		if !g.holds(b) && !g.calledWith(b) || !access.Conflict(a, b) || !lockset.Together(a.Func, b.Func) || g.excluded(a, b) || order.OnceBefore(a, b) || a.Func == b.Func && threads.OwnLoop(a) {
			continue
		}
		if best == nil || g.rank(a, b) > g.rank(a, best) {
			best = b
		}
		if g.rank(a, best) == bestRank {
			break
		}
	}
	return best
}

// bestRank is the rank of what no other access is better evidence than.
const bestRank = 1 + 2 + 4

func (g *Guard) rank(a, b *access.Access) int {
	rank := 0
	if b.Write {
		rank++
	}
	if b.Func.Outermost() != a.Func.Outermost() {
		rank += 2
	}
	if g.holds(b) {
		rank += 4
	}
	return rank
}

// excluded reports whether two accesses hold one lock, and one of them for writing.
func (g *Guard) excluded(a, b *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool {
		return !g.ofOther(a, h) && slices.ContainsFunc(b.Held, func(o lockset.Hold) bool {
			return h.Key != "" && h.Key == o.Key && !(h.Read && o.Read) && !g.ofOther(b, o)
		})
	})
}

// holds reports whether an access holds the guard's lock, in whatever mode.
func (g *Guard) holds(a *access.Access) bool {
	_, ok := g.hold(a)
	return ok
}

// hold returns how an access holds the guard's lock, by its path, or by another path to it.
func (g *Guard) hold(a *access.Access) (lockset.Hold, bool) {
	h, ok := a.Holds(g.Path(a))
	if !ok {
		h, ok = a.HoldsKey(g.Key)
		ok = ok && !g.ofOther(a, h)
	}
	return h, ok
}

// calledWith reports whether some callers of the function of an access hold the guard's lock for
// it, and others do not.
func (g *Guard) calledWith(a *access.Access) bool {
	return g.Key != "" && slices.Contains(a.Callers, g.Key)
}

// proof returns what makes an access without the lock safe, nil if nothing does.
func proof(p *lockset.Package, g *Guard, a *access.Access) *verdict.Proof {
	switch {
	case a.Func.Callers == lockset.Unknown && lockset.Contract(a.Func.SSA) && !g.gaveBack(a) && !(lockset.IsInitializer(a.Func.SSA) && g.locksOther(a)):
		return verdict.Handled
	case setup.Early(a):
		return verdict.Private
	case order.AfterWait(a):
		return verdict.Joined
	case claimed(p, g, a), madeBefore(p, g, a), onceBefore(p, g, a), settledBefore(p, g, a), snapshot(a) && !(lockset.IsMap(a.Field.Type()) && g.inPlace()):
		return verdict.Handled
	case g.takenOver(a):
		return verdict.Locked
	}
	return nil
}

// inPlace reports whether elements of what the field holds are changed under the lock.
func (g *Guard) inPlace() bool {
	return slices.ContainsFunc(g.Accesses, func(w *access.Access) bool { return w.Write && w.Content && (g.holds(w) || g.calledWith(w)) })
}

// forTests reports whether a function is for tests by its name, and they alone call it.
func forTests(f *lockset.Func) bool {
	return catalog.ForTests(f.SSA.Name()) && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return !strings.HasSuffix(s.Caller.SSA.Prog.Fset.Position(s.Caller.SSA.Pos()).Filename, "_test.go")
	})
}

// mayBeHeld reports whether a lock that an access holds may be the guard's: one of which it is not
// known which it is, or one of the same name. Other locks guard other things.
func (g *Guard) mayBeHeld(a *access.Access) bool {
	return a.Maybe && (g.Key == "" || slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return h.Key == "" || h.Key == g.Key }))
}

// guardsAlso reports whether another access of the field may hold a lock that callers of a's function
// hold: that may be what keeps the two apart. A lock that none of them holds guards something else.
func (g *Guard) guardsAlso(a *access.Access, key string) bool {
	return slices.ContainsFunc(g.Accesses, func(b *access.Access) bool {
		held := slices.Contains(b.Callers, key) || slices.ContainsFunc(b.Held, func(h lockset.Hold) bool { return h.Key == key || h.Key == "" })
		return b.Func != a.Func && (held || holding.ByAllCallers(b.Func)[key])
	})
}
