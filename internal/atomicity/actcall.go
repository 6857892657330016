package atomicity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// staleCall returns the act of a function that tests under the lock, releases it, and calls the
// one that acquires it again and writes without testing:
//
//	s.mu.RLock(); r, ok := s.rooms[id]; s.mu.RUnlock()
//	if !ok { s.add(id) }
func staleCall(p *lockset.Package, g *guard.Guard, w *access.Access, s lockset.Site) (StaleAct, bool) {
	hold, ok := w.Holds(g.Path(w))
	owner, known := holding.InCaller(w.Func, w.Owner, s)
	_, update := w.Instr.(*ssa.MapUpdate)
	if !ok || !known || !update || !w.Func.Encloses(hold.Pos) || hold.Callee != nil || heldAtCall(w.Func, s, g.Key) {
		return StaleAct{}, false
	}
	for _, r := range g.LockedReads {
		if r.Func == w.Func && r.Content {
			return StaleAct{}, false // tested again
		}
	}
	for _, r := range g.LockedReads {
		if r.Func != s.Caller || r.Owner != owner || !lockset.Precedes(r.Instr, s.Instr) || !keyOf(w, s, r) || !decidedBy(p, r.Instr, s.Instr) {
			continue
		}
		if h, ok := r.Holds(g.Path(r)); !ok || !r.Func.Encloses(h.Pos) || helperReads(p, g, w, hold) {
			continue
		}
		act := StaleAct{Access: w, Guard: g, Read: r, Hold: hold, Call: s.Instr}
		act.Alone = !lockset.Together(s.Caller, s.Caller)
		value := stored(w.Instr)
		for _, d := range []struct {
			*verdict.Doubt
			raised bool
		}{
			{verdict.MaybeHeld, !s.Caller.Known()},
			{verdict.BeforeSharing, s.Caller.Initializes()},
			{verdict.NothingWon, !identity(value)},
		} {
			if d.raised {
				act.Doubts = append(act.Doubts, d.Doubt.At(s.Instr.Pos()))
			}
		}
		return act, value != nil && !lockset.IsNilConst(value)
	}
	return StaleAct{}, false
}

// heldAtCall reports whether a caller may hold the lock of a key when it calls f.
func heldAtCall(f *lockset.Func, s lockset.Site, key string) bool {
	for _, h := range s.Caller.At(s.Instr) {
		if h.Key == key {
			return true
		}
	}
	return false
}

// keyOf reports whether a call passes the function of a write the key that a test has
// looked up, or what a call made of that key.
func keyOf(w *access.Access, s lockset.Site, r *access.Access) bool {
	lookup, ok := r.Instr.(*ssa.Lookup)
	param, isParam := w.Instr.(*ssa.MapUpdate).Key.(*ssa.Parameter)
	_, args := w.Func.Pkg.Target(s.Instr.Common())
	i := -1
	if isParam {
		i = slices.Index(w.Func.SSA.Params, param)
	}
	if !ok || i < 0 || i >= len(args) {
		return false
	}
	return args[i] == lookup.Index || madeOf(args[i], lookup.Index, 6)
}

// madeOf reports whether a value is a part of what a call returned that got another one.
func madeOf(v, key ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return madeOf(v.X, key, depth-1)
	case *ssa.FieldAddr:
		return madeOf(v.X, key, depth-1)
	case *ssa.Field:
		return madeOf(v.X, key, depth-1)
	case *ssa.Extract:
		return madeOf(v.Tuple, key, depth-1)
	case *ssa.Alloc:
		return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == v && madeOf(store.Val, key, depth-1)
		})
	case *ssa.Call:
		return slices.Contains(v.Call.Args, key)
	}
	return false
}
