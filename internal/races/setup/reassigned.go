package setup

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// Reassigned reports whether a field holds channels, and one is put in the place of another, or taken
// away, while goroutines use the object: what they read then has to be guarded as any other value.
//
//	func (p *pool) Close() { p.mu.Lock(); idle := p.idle; p.idle = nil; p.mu.Unlock(); close(idle) }
func Reassigned(p *lockset.Package, field *types.Var) bool {
	if _, ok := field.Type().Underlying().(*types.Chan); !ok {
		return false
	}
	_, ok := reassignedIn(p)[field]
	return ok
}

// reassignments are the fields with a channel that are written in use; true for those that get another one.
type reassignments map[*types.Var]bool

func reassignedIn(p *lockset.Package) reassignments {
	fields := lockset.Memo[reassignments](p)
	if *fields == nil {
		*fields = make(reassignments)
		for _, w := range access.Of(p) {
			if _, ok := w.Field.Type().Underlying().(*types.Chan); ok && InUse(w) {
				(*fields)[w.Field] = (*fields)[w.Field] || !w.Empties()
			}
		}
	}
	return *fields
}

// Remade reports whether an access is one of a field in which one channel is put in the place of another,
// and does not take a channel away: that is how an object ends.
func Remade(a *access.Access) bool {
	p := a.Func.Pkg
	return Reassigned(p, a.Field) && reassignedIn(p)[a.Field] && !(a.Write && a.Empties())
}
