package unlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// callback reports whether the access reads a function, which is called without the
// lock so that it may take it: it is the one set before or the one set after.
func callback(a *access.Access) bool {
	_, ok := a.Field.Type().Underlying().(*types.Signature)
	return ok && !a.Write
}

// configured reports whether an access reads a field that is set in one place only, once
// the object is shared, and there to a dependency that is passed in, or where it was nil:
// the object is configured, before others use it as a rule, whatever lock is held for that.
func configured(g *guard.Guard, a *access.Access) bool {
	var set *access.Access
	for _, w := range g.Accesses {
		if !w.Write {
			continue
		}
		if set != nil || w.Content {
			return false
		}
		set = w
	}
	if a.Write || set == nil {
		return false
	}
	store, ok := set.Instr.(*ssa.Store)
	return ok && (setup.Lazy(set) && set.Func != a.Func || lockset.Works(store.Val.Type()) && (origin.HandedIn(store.Val) || setup.Boots(set)))
}

// registered reports whether exported functions that nothing in this package calls put all elements
// in, and a read shows that they are to be called before others have the object: it takes for granted
// that its element is there,
//
//	func (m *Metrics) Register(name string) { m.mu.Lock(); m.counters[name] = …; m.mu.Unlock() }
//	func (m *Metrics) Inc(name string)      { m.counters[name].Inc() }
//
// what puts one in panics where there is one of that name, as in a function that packages call to
// register what they have, or the elements are functions and most accesses do without the lock.
func registered(g *guard.Guard, a *access.Access) bool {
	if a.Write {
		return false
	}
	enough := presumed(a) || 2*g.Locked < len(g.Accesses) && holdsFunctions(a.Field.Type())
	puts, deletes := 0, 0
	for _, w := range g.Accesses {
		if !w.Write {
			continue
		}
		switch w.Instr.(type) {
		case *ssa.MapUpdate:
			if !w.Func.Root || len(w.Func.Sites) > 0 {
				return false
			}
			puts++
			enough = enough || panics(w.Func.SSA)
		case *ssa.Call: // the end of what has registered takes it out
			deletes++
		default:
			return false
		}
	}
	return enough && puts > 0 && (deletes == 0 || !presumed(a))
}

// presumed reports whether a read calls methods of an element of a map, and never looks whether it is there.
func presumed(a *access.Access) bool {
	lookup, ok := a.Instr.(*ssa.Lookup)
	if !ok || lookup.CommaOk || !lockset.Works(lookup.Type()) {
		return false
	}
	for _, use := range ssabuild.Referrers(lookup) {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case ssa.CallInstruction:
			if !isReceiver(use.Common(), lookup) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// holdsFunctions reports whether the elements of a map are functions, or structs of functions.
func holdsFunctions(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	if s, ok := m.Elem().Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if _, ok := s.Field(i).Type().Underlying().(*types.Signature); !ok {
				return false
			}
		}
		return s.NumFields() > 0
	}
	_, ok = m.Elem().Underlying().(*types.Signature)
	return ok
}

// panics reports whether a function panics somewhere itself.
func panics(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		stmt, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
		return ok && stmt.Pos().IsValid() // not what follows the cases of a select
	})
}

// isReceiver reports whether a method of v is called.
func isReceiver(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return call.Value == v
	}
	return call.Signature().Recv() != nil && len(call.Args) > 0 && call.Args[0] == v
}

// onlySetUp reports whether an access races with those writes only that make the object ready, in
// a method that does so by its name, or in what is called to set it up. What takes the lock for its
// write expects others that have the object.
func onlySetUp(g *guard.Guard, a *access.Access) bool {
	return !a.Write && !slices.ContainsFunc(g.Related(), func(w *access.Access) bool {
		return w.Write && access.Conflict(a, w) && !w.Ready && (holding.Acquires(w.Func, g.Path(w)) || !setup.Called(w.Func, g.Key))
	})
}
