package unlocked

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// usuallyBare reports whether there are several writes, none of which holds the lock and none of
// which a request makes: the lock guards something else, such as what is in the map.
func usuallyBare(g *guard.Guard) bool {
	return g.Writes > 2 && !slices.ContainsFunc(g.Related(), func(w *access.Access) bool { return w.Write && (g.CalledWith(w) || requests.Within(w.Func)) })
}

// repeats reports whether a write is one that is made while others are about: in a loop, for a
// request, of an element of a map, of what it adds to, or of a constant, which changes a state.
// Others set the object up.
func repeats(g *guard.Guard) bool {
	return slices.ContainsFunc(g.Related(), func(w *access.Access) bool {
		if !w.Write || w.Content && lockset.IsMap(g.Field.Type()) {
			return w.Write
		}
		store, ok := w.Instr.(*ssa.Store)
		if !ok {
			return false
		}
		_, adds := store.Val.(*ssa.BinOp)
		return isState(w.Func, store.Val) || requests.Within(w.Func) || lockset.Loops(w.Instr.Block()) || adds && origin.Reads(w.Func.Pkg, store.Val, g.Field, 3)
	})
}

// isState reports whether a value is a constant, or a parameter that is one in each call of the function.
//
//	func (s *server) setRunning(running bool) { s.running = running }
func isState(f *lockset.Func, v ssa.Value) bool {
	if _, constant := v.(*ssa.Const); constant {
		return true
	}
	param, ok := v.(*ssa.Parameter)
	i := slices.Index(f.SSA.Params, param)
	if !ok || i < 0 || len(f.Sites) == 0 || f.AsValue() || f.SSA.Object() != nil && f.SSA.Object().Exported() {
		return false
	}
	return !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		args := s.Instr.Common().Args
		if i >= len(args) {
			return true
		}
		_, constant := args[i].(*ssa.Const)
		return !constant
	})
}

// votes weighs how many functions access the field with and without the lock. Elements of a map
// that others change are no matter of votes: the runtime ends the process. unguarded says that the
// access that a races with does not hold the lock either.
func votes(g *guard.Guard, a *access.Access, unguarded bool) []verdict.DoubtAt {
	accesses, locked, bare := functions(g, a)
	switch {
	case (unguarded || accesses == 0) && a.Content && lockset.IsMap(a.Field.Type()):
		return nil
	case unguarded || accesses == 0:
		return []verdict.DoubtAt{verdict.OtherFields.At(a.Pos)}
	case a.Content && lockset.IsMap(a.Field.Type()) && g.InPlace():
	case len(bare)+1 > allowed(g, a, locked) || !lockset.IsMap(a.Field.Type()) && share(a)*g.Locked < len(g.Accesses):
		pos := a.Pos
		for _, at := range bare {
			pos = max(pos, at)
		}
		switch {
		case len(bare) == 0 && setsAfterRelease(g, a):
			return nil
		case !disciplined(g) && stateOfGoroutines(g, a):
			return []verdict.DoubtAt{verdict.PartBare.At(pos)}
		case !disciplined(g):
			return []verdict.DoubtAt{verdict.SomeBare.At(pos)}
		case !refers(g.Field.Type()):
			return []verdict.DoubtAt{verdict.PartBare.At(pos)}
		}
		return nil
	}
	switch {
	case accesses == 1 && g.Shares && !tookBefore(g, a):
		return []verdict.DoubtAt{verdict.OtherFields.At(a.Pos)}
	case accesses == 1:
		return []verdict.DoubtAt{verdict.FewAccesses.At(a.Pos)}
	}
	return nil
}

// tookBefore reports whether a write follows, in its function, an acquisition of the
// guard's lock that is released before it: the function expects concurrent accesses.
//
//	r.mu.RLock()
//	v := r.m[key]
//	r.mu.RUnlock()
//	r.hits++
func tookBefore(g *guard.Guard, a *access.Access) bool {
	if !a.Write {
		return false
	}
	path := g.Path(a)
	for instr := range ssaflow.Instrs(a.Func.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !instr.Block().Dominates(a.Instr.Block()) || instr.Block() == a.Instr.Block() && !lockset.Precedes(instr, a.Instr) {
			continue
		}
		if ops, ok := a.Func.Pkg.Direct(call.Common()); ok && ops[0].Acquire && ops[0].Path == path {
			return true
		}
	}
	return false
}

// functions returns how many accesses hold the lock, and which functions do and do not: a itself
// and those that know the lock are none of the latter.
func functions(g *guard.Guard, a *access.Access) (accesses int, locked map[*ssa.Function]bool, bare map[*ssa.Function]token.Pos) {
	locked, bare = make(map[*ssa.Function]bool), make(map[*ssa.Function]token.Pos)
	for _, b := range g.Accesses {
		fn := b.Func.Outermost()
		switch {
		case g.Holds(b) || g.CalledWith(b):
			locked[fn] = true
			accesses++
		case b.Func != a.Func && !b.Ready && !b.Maybe && b.Func.Known():
			bare[fn] = b.Pos
		}
	}
	for fn := range locked {
		delete(bare, fn)
	}
	delete(bare, a.Func.Outermost())
	return accesses, locked, bare
}

// allowed returns how many functions may do without the lock before it is doubtful that it guards
// the field.
func allowed(g *guard.Guard, a *access.Access, locked map[*ssa.Function]bool) int {
	if lockset.IsMap(a.Field.Type()) {
		return max(2*len(locked), 1)
	}
	return max(len(locked), 1)
}

// share returns which part of the accesses has to hold the lock: half of them for a read, a quarter
// for a write.
func share(a *access.Access) int {
	if a.Write {
		return 4
	}
	return 2
}

// disciplined reports whether the field is replaced under the lock while others are about, and read
// under it elsewhere: that the lock guards the field is certain, however many do without it.
func disciplined(g *guard.Guard) bool {
	return slices.ContainsFunc(g.LockedWrites, func(w *access.Access) bool {
		return atRuntime(g, w) && slices.ContainsFunc(g.LockedReads, func(r *access.Access) bool { return r.Func.Outermost() != w.Func.Outermost() })
	})
}

// stateOfGoroutines reports whether a field is a flag or a number that is never written without the lock, and that a
// goroutine which the package starts reads or writes: its reads are certain to race, few as may hold the lock.
//
//	func (c *client) Close()  { c.mu.Lock(); c.closed = true; c.mu.Unlock() }
//	func (c *client) listen() { for c.decode() == nil {}; if !c.closed { … } } // in a goroutine
func stateOfGoroutines(g *guard.Guard, a *access.Access) bool {
	if a.Write || refers(g.Field.Type()) || g.Writes > len(g.LockedWrites) {
		return false
	}
	return slices.ContainsFunc(g.LockedWrites, func(w *access.Access) bool {
		return atRuntime(g, w) && (inGoroutine(a) || inGoroutine(w))
	})
}

// setsAfterRelease reports whether the function of an access, which has released the lock before it, sets the
// field without the lock: it expects other goroutines, and one of them sets the field under the lock at runtime.
//
//	s.mu.Unlock()
//	if !s.running {
//		s.running = true
//		go s.loop() // s.mu.Lock(); s.running = false; s.mu.Unlock()
//	}
func setsAfterRelease(g *guard.Guard, a *access.Access) bool {
	return gaveBack(g, a) && slices.ContainsFunc(g.Accesses, func(w *access.Access) bool {
		return w.Write && w.Func == a.Func && w.Owner == a.Owner && !g.Holds(w)
	}) && slices.ContainsFunc(g.LockedWrites, func(w *access.Access) bool {
		return w.Func.Outermost() != a.Func.Outermost() && atRuntime(g, w)
	})
}

// inGoroutine reports whether a goroutine that the package starts makes an access.
func inGoroutine(a *access.Access) bool {
	for root := range a.Func.Runs().Roots {
		if root.Started() {
			return true
		}
	}
	return false
}

// atRuntime reports whether a write replaces a value while others may use the object: not
// where the object is initialized, configured, or released.
func atRuntime(g *guard.Guard, w *access.Access) bool {
	store, ok := w.Instr.(*ssa.Store)
	return ok && !lockset.IsNilConst(store.Val) && !setup.Prepares(w)
}

// refers reports whether values of a type refer to others, so that a stale one does harm.
func refers(t types.Type) bool { return lockset.Works(t) || lockset.IsContainer(t) }
