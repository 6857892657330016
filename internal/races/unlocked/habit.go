package unlocked

import (
	"maps"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// customary reports whether one lock keeps an access apart from all that it could race with, where
// exported functions are only called as this package calls them:
//
//	func (m *manager) Refresh() { m.refresh.Lock(); defer m.refresh.Unlock(); m.Scan() }
//	func (m *manager) Scan()    { … m.known[name] … }
//
// Importers may call Scan by itself, and then it races. The guard's lock is none that the function
// takes as well.
func customary(g *guard.Guard, a *access.Access) bool {
	own := holding.ByAllCallers(a.Func)
	if holding.Takes(a.Func, g.Path(a)) {
		delete(own, g.Key)
	}
	if len(own) == 0 {
		return false
	}
	raced := false
	for _, b := range g.Accesses {
		if !g.Holds(b) || !access.Conflict(a, b) || !lockset.Together(a.Func, b.Func) || g.Excluded(a, b) || order.OnceBefore(a, b) {
			continue
		}
		raced = true
		common := holding.ByAllCallers(b.Func)
		for _, h := range b.Held {
			common[h.Key] = true
		}
		maps.DeleteFunc(common, func(key string, _ bool) bool { return !own[key] })
		if len(common) == 0 {
			return false
		}
	}
	return raced
}
