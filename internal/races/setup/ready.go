package setup

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
)

// readies reports whether the access is made by a method that initializes the object,
// before anything else uses it: it takes none of the object's locks, and is called so, or
// is one of a chain, or sets fields that others read, and that only methods like it set.
func readies(p *lockset.Package, a *access.Access) bool {
	known := lockset.Memo[readyAccesses](p)
	if *known == nil {
		*known = make(readyAccesses)
	}
	if _, ok := (*known)[a]; !ok {
		(*known)[a] = makesReady(p, a)
	}
	return (*known)[a]
}

// readyAccesses says what [readies] has said.
type readyAccesses map[*access.Access]bool

func makesReady(p *lockset.Package, a *access.Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || f.Started() || holding.LocksOwn(f) {
		return false
	}
	if starters[strings.ToLower(f.SSA.Name())] && !inUse(p, f) && !togglesState(p, a) || chains(f) {
		return true
	}
	set := make(map[*types.Var]bool)
	for _, w := range access.In(f) {
		if w.Write && !w.Content && w.Owner == a.Owner && !lockset.Loops(w.Instr.Block()) {
			set[w.Field] = true
		}
	}
	read := make(map[*types.Var]bool)
	for field := range set {
		for _, other := range access.To(p, field) {
			switch {
			case other.Func == f || other.Fresh:
			case !other.Write:
				read[field] = true
			case holding.LocksOwn(other.Func) || len(other.Held) > 0 || other.Maybe:
				delete(set, field)
			}
		}
	}
	n := 0
	for field := range set {
		if read[field] {
			n++
		}
	}
	return n > 1
}

// inUse reports whether goroutines of the package or requests call f, which changes nothing of its object
// and starts nothing: it does not begin the object's work, whatever its name.
//
//	func (h *hub) start(c *conn, topic string) error { return h.topics[topic].join(c) }
func inUse(p *lockset.Package, f *lockset.Func) bool {
	called := requests.Within(f)
	for root := range f.Runs().Roots {
		called = called || root.Started()
	}
	return called && !startBelow(p)[f] && !slices.ContainsFunc(access.Of(p), func(w *access.Access) bool { return w.Func == f && w.Write })
}

// togglesState reports whether an access sets a flag that another function sets as well, under a lock: the
// two take turns while others ask for it.
//
//	func (s *server) Start()    { s.listen(); s.running = true }
//	func (s *server) Shutdown() { s.mu.Lock(); s.running = false; s.mu.Unlock() }
func togglesState(p *lockset.Package, a *access.Access) bool {
	return a.SetsConstant() && slices.ContainsFunc(access.Of(p), func(w *access.Access) bool {
		return w.Field == a.Field && w.Part == a.Part && w.SetsConstant() && w.Func != a.Func && len(w.Held) > 0
	})
}

// chains reports whether f, a method, always returns its receiver, as those do that are
// chained to a constructor: New().WithRetries(3).
func chains(f *lockset.Func) bool {
	if f.SSA.Signature.Results().Len() != 1 {
		return false
	}
	for _, b := range f.SSA.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && ret.Results[0] != f.SSA.Params[0] {
			return false
		}
	}
	return true
}
