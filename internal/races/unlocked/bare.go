package unlocked

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
)

// bare returns the other access of a pair of which neither holds a lock, although the struct has
// one that guards other fields: a request writes elements of a map, and another one, or a goroutine,
// accesses them. It returns nil if no request does. Other fields are for [UnguardedFields].
//
//	func (s *server) serve(w http.ResponseWriter, r *http.Request) { s.seen[r.RemoteAddr] = true }
func bare(g *guard.Guard, a *access.Access) *access.Access {
	p := a.Func.Pkg
	if a.Struct == nil || !a.Content || !lockset.IsMap(a.Field.Type()) || !holding.Written(p, g.Key) || !shared(g, a) {
		return nil
	}
	rank := func(b *access.Access) int {
		if requests.Within(b.Func) && b != a {
			return g.Rank(a, b) + 4
		}
		return g.Rank(a, b)
	}
	var best *access.Access
	for _, b := range g.Related() {
		if !access.Conflict(a, b) || !shared(g, b) || !(a.Write && requests.Within(a.Func) || b.Write && requests.Within(b.Func)) || !lockset.Together(a.Func, b.Func) || order.OnceBefore(a, b) || order.OnceBefore(b, a) {
			continue
		}
		if best == nil || rank(b) > rank(best) {
			best = b
		}
	}
	return best
}

// shared reports whether an access holds no lock, and is one of an object that the function is a
// method of, or that the function around it has.
func shared(g *guard.Guard, a *access.Access) bool {
	if len(a.Held) > 0 || a.Maybe || len(a.Callers) > 0 || a.Owner.Root == nil {
		return false
	}
	if param, ok := a.Owner.Root.(*ssa.Parameter); ok {
		fn := param.Parent()
		return fn.Signature.Recv() != nil && fn.Params[0] == param
	}
	return a.Owner.Root.Parent() != a.Func.SSA
}
