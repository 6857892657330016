package unlocked

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// proof returns what makes an access without the lock safe, nil if nothing does.
func proof(p *lockset.Package, g *guard.Guard, a *access.Access) *verdict.Proof {
	switch {
	case a.Func.Callers == lockset.Unknown && a.Func.Contract() && !gaveBack(g, a) && !(a.Func.Initializes() && g.LocksOther(a)):
		return verdict.Handled
	case setup.Early(a):
		return verdict.Private
	case order.AfterWait(a):
		return verdict.Joined
	case claimed(p, g, a), madeBefore(p, g, a), onceBefore(p, g, a), settledBefore(p, g, a), snapshot(a) && !g.InPlace():
		return verdict.Handled
	case takenOver(g, a), holding.Asserted(a.Func, a.Instr, a.Owner, g.Key):
		return verdict.Locked
	}
	return nil
}

// forTests reports whether a function is for tests by its name, and they alone call it.
func forTests(f *lockset.Func) bool { return catalog.ForTests(f.SSA.Name()) && f.OnlyInTests() }

// guardsAlso reports whether another access of the field may hold a lock that callers of a's function
// hold: that may be what keeps the two apart. A lock that none of them holds guards something else.
func guardsAlso(g *guard.Guard, a *access.Access, key string) bool {
	return slices.ContainsFunc(g.Accesses, func(b *access.Access) bool {
		held := slices.Contains(b.Callers, key) || slices.ContainsFunc(b.Held, func(h lockset.Hold) bool { return h.Key == key || h.Key == "" })
		return b.Func != a.Func && (held || holding.ByAllCallers(b.Func)[key])
	})
}
