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

// A suspect is an access without the guard's lock.
type suspect struct {
	*access.Access
	p *lockset.Package
	g *guard.Guard
	// gaveBack is set where the function has released the lock itself: others have the object,
	// and no caller holds the lock for the access.
	gaveBack bool
	// takes is set where the function acquires the lock somewhere: no caller holds it.
	takes bool
}

// accessDoubts are what speaks against a race.
var accessDoubts = []struct {
	doubt  *verdict.Doubt
	raised func(s suspect) bool
}{
	{verdict.MaybeHeld, suspect.mayHold},
	{verdict.ExportedLock, suspect.exported},
	{verdict.BeforeSharing, suspect.mayBeUnshared},
	{verdict.Registered, func(s suspect) bool { return registered(s.g, s.Access) }},
	{verdict.Ordered, func(s suspect) bool { return order.AfterAtomic(s.Access) }},
	{verdict.OwnData, suspect.mayBeOwn},
	{verdict.NoSecondCall, func(s suspect) bool { return startedBehind(s.g, s.Access) }},
	{verdict.CallerDecides, suspect.fills},
	{verdict.NoCaller, func(s suspect) bool { return s.Func.Uncalled }},
	{verdict.Developers, func(s suspect) bool { return forTests(s.Func) }},
	{verdict.ForDisplay, func(s suspect) bool { return !s.Write && forDisplay(s.Func, 2) }},
	{verdict.BareWrites, suspect.writesAreBare},
}

// doubts returns what speaks against a race of an access without the lock.
func doubts(p *lockset.Package, g *guard.Guard, a *access.Access, unguarded bool) []verdict.DoubtAt {
	s := suspect{Access: a, p: p, g: g, gaveBack: gaveBack(g, a), takes: holding.Takes(a.Func, g.Path(a))}
	var list []verdict.DoubtAt
	for _, row := range accessDoubts {
		if row.raised(s) {
			list = append(list, row.doubt.At(a.Pos))
		}
	}
	if !g.Noted {
		list = append(list, votes(g, a, unguarded)...)
	}
	return list
}

// mayHold reports whether the access may hold the lock, or one that does instead.
func (s suspect) mayHold() bool {
	a, other := s.Access, s.g.LocksOther(s.Access)
	switch {
	case a.Unsure, calledBack(s.p, s.g, a), s.callersLockOther():
		return true
	case other && !holding.Nested(s.p, s.g.Key), !other && s.g.MayBeHeld(a):
		return true
	case s.gaveBack:
		return false
	case customary(s.g, a), a.Func.Root && !s.takes && holding.LeftToCallers(a.Func):
		return true
	}
	return !other && !a.Func.Known() && !handedOut(s.p, s.g, a) && !belowHandedOut(s.p, s.g, a.Func)
}

// callersLockOther reports whether callers hold a lock that may guard the field as well.
func (s suspect) callersLockOther() bool {
	return slices.ContainsFunc(s.Callers, func(key string) bool { return key != s.g.Key && guardsAlso(s.g, s.Access, key) })
}

// mayBeUnshared reports whether no other goroutine may have the object yet.
func (s suspect) mayBeUnshared() bool {
	a := s.Access
	switch {
	case setup.MayBeFresh(s.p, a), setup.Assembles(s.p, a), renewed(s.p, s.g, a):
		return true
	case onlySetUp(s.g, a), configured(s.g, a), callback(a):
		return true // that is how an object is put together
	case s.gaveBack:
		return false
	case a.Ready && !s.g.LocksOther(a), setup.Method(a.Func):
		return true
	}
	return !s.takes && setup.Called(a.Func, s.g.Key)
}

// fills reports whether an exported method that nothing in the package calls sets what it makes of its argument, as the
// one that made the object lets it do before others have that:
//
//	func (n *Node) ParsePeers(list string) error
func (s suspect) fills() bool {
	fn := s.Func.SSA
	named := fn.Object() != nil && fn.Object().Exported() && fn.Signature.Recv() != nil && catalog.FillWords[catalog.Words(fn.Name())[0]]
	return named && !s.takes && !s.gaveBack && len(s.Func.Sites) == 0 && slices.ContainsFunc(access.Of(s.p), func(a *access.Access) bool {
		return a.Write && a.Func == s.Func && a.Field == s.Field
	})
}

// mayBeOwn reports whether one goroutine may be the only one that uses what is accessed.
func (s suspect) mayBeOwn() bool {
	return ownReader(s.g, s.Access) || ofReceiver(s.p, s.Access) || s.OwnElement() || writtenByCaller(s.g, s.Access)
}

// writesAreBare reports whether no write holds the lock, so that it may guard something else.
func (s suspect) writesAreBare() bool {
	return !s.g.Noted && len(s.g.LockedWrites) == 0 && (!repeats(s.g) || usuallyBare(s.g))
}

// exported reports whether importers may hold the lock where they call the function of an access: an exported
// method acquires it for them.
//
//	func (s *State) Lock() { s.mu.Lock() }
func (s suspect) exported() bool {
	fn := s.Func.SSA
	if !s.Func.Root || s.takes || s.gaveBack || fn.Object() == nil || !fn.Object().Exported() || fn.Signature.Recv() == nil {
		return false
	}
	return slices.ContainsFunc(s.p.Funcs, func(f *lockset.Func) bool {
		obj := f.SSA.Object()
		return obj != nil && obj.Exported() && f.SSA.Signature.Recv() != nil && slices.ContainsFunc(f.Summary.Effects, func(e lockset.Effect) bool {
			return e.Acquire && e.Net && e.Sure && !e.Permit && e.Param == 0 && e.Key == s.g.Key
		})
	})
}
