package guard

import (
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// Partner returns an access that may happen at the same time as a, of which one writes, and
// that holds the guard's lock: the evidence for a race. No other lock keeps the two apart. One
// of another function, and one that writes, is the better evidence.
func (g *Guard) Partner(a *access.Access) *access.Access { return g.partner(a, threads.OneGoroutine) }

// InSequence returns an access that would be a partner, but for the goroutine that makes both, and no
// other one does.
func (g *Guard) InSequence(a *access.Access) *access.Access {
	return g.partner(a, func(_, _ *access.Access) bool { return false })
}

func (g *Guard) partner(a *access.Access, ordered func(a, b *access.Access) bool) *access.Access {
	var best *access.Access
	for _, b := range g.Related() {
		if !g.Holds(b) && !g.CalledWith(b) || !access.Conflict(a, b) || !lockset.Together(a.Func, b.Func) || g.Excluded(a, b) || order.OnceBefore(a, b) || a.Func == b.Func && threads.OwnLoop(a) || ordered(a, b) {
			continue
		}
		if best == nil || g.Rank(a, b) > g.Rank(a, best) {
			best = b
		}
		if g.Rank(a, best) == bestRank {
			break
		}
	}
	return best
}

// bestRank is the rank of what no other access is better evidence than.
const bestRank = 1 + 2 + 4

func (g *Guard) Rank(a, b *access.Access) int {
	rank := 0
	if b.Write {
		rank++
	}
	if b.Func.Outermost() != a.Func.Outermost() {
		rank += 2
	}
	if g.Holds(b) {
		rank += 4
	}
	return rank
}
