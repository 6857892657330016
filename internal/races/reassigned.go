package races

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// reassigned reports whether a field holds channels, and one is put in the place of another, or taken
// away, while goroutines use the object: what they read then has to be guarded as any other value.
//
//	func (p *pool) Close() { p.mu.Lock(); idle := p.idle; p.idle = nil; p.mu.Unlock(); close(idle) }
func reassigned(p *lockset.Package, field *types.Var) bool {
	if _, ok := field.Type().Underlying().(*types.Chan); !ok {
		return false
	}
	if memo(p).reassigns == nil {
		memo(p).reassigns = make(map[*types.Var]bool)
		for _, w := range Accesses(p) {
			if _, ok := w.Field.Type().Underlying().(*types.Chan); ok && w.inUse() {
				memo(p).reassigns[w.Field] = memo(p).reassigns[w.Field] || !w.empties()
			}
		}
	}
	_, ok := memo(p).reassigns[field]
	return ok
}

// remade reports whether an access is one of a field in which one channel is put in the place of another,
// and does not take a channel away: that is how an object ends.
func (a *Access) remade() bool {
	p := a.Func.Pkg
	return reassigned(p, a.Field) && memo(p).reassigns[a.Field] && !(a.Write && a.empties())
}

// inUse reports whether a write of a field happens while others may use the object, as far as the
// function that makes it tells.
func (a *Access) inUse() bool {
	return a.Write && !a.Content && !a.Fresh && !a.Ready && !a.lazy() && !a.beforeStart() && !a.boots() && !a.sets() && !a.option() &&
		!setsUpOthers(a.Func) && !setsUp(a.Func) && !fromSetup(a.Func, "", make(map[*lockset.Func]bool))
}
