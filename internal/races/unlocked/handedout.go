package unlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// handedOut reports whether the access is in a literal or method value that a function passes to
// code of other packages while it does not hold the guard's lock, as
//
//	metrics.Gauge("sessions", func() float64 { return float64(len(s.m)) })
//
// and no function of the package calls code that is not known under that lock: what runs the
// literal, now or later, does not hold it.
func handedOut(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	values := closuresOf(p, a.Func)
	w := outwards{p: p, g: g}
	return g.Key != "" && len(values) > 0 && !callsOut(p, g.Key) && !slices.ContainsFunc(values, func(mc *ssa.MakeClosure) bool {
		return !w.passedFree(mc, 0) && !w.returnedFree(mc)
	})
}

// returnedFree reports whether a literal is only returned, by a function that nothing but importers calls: they
// cannot acquire the guard's lock.
//
//	func (h *Hub) Attach() (detach func()) {
//		…
//		return func() { delete(h.viewers, id) }
//	}
func (w *outwards) returnedFree(mc *ssa.MakeClosure) bool {
	maker := w.p.ByFunc[mc.Parent()]
	if maker == nil || maker.SSA.Object() == nil || !maker.SSA.Object().Exported() || !maker.OnlyInTests() || w.g.Lock == nil || w.g.Lock.Exported() {
		return false
	}
	returned := false
	for _, ref := range ssabuild.Referrers(mc) {
		switch ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Return:
			returned = true
		default:
			return false
		}
	}
	return returned
}

// belowHandedOut reports whether all callers of a function are known, or literals that are passed to code
// of other packages without the guard's lock, which other packages cannot acquire: none of them holds it.
//
//	log.Timing(func() {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//		for _, t := range s.topics { t.Stale() }
//	})
func belowHandedOut(p *lockset.Package, g *guard.Guard, f *lockset.Func) bool {
	w := outwards{p: p, g: g}
	return g.Key != "" && g.Lock != nil && !g.Lock.Exported() && len(closuresOf(p, f)) == 0 && w.neverHolds(f, holding.MaxUp)
}

// outwards follows a function to those that call it, and asks whether one of them holds the guard's lock.
type outwards struct {
	p  *lockset.Package
	g  *guard.Guard
	on []*lockset.Func // the functions that are being looked at: one that calls itself holds no more for that
}

// neverHolds reports whether f is called without the guard's lock, by functions of the package and by
// the code of others that gets it as a value.
func (w *outwards) neverHolds(f *lockset.Func, depth int) bool {
	if f.Known() || slices.Contains(w.on, f) || w.fromImporters(f) {
		return true
	}
	values := closuresOf(w.p, f)
	if depth == 0 || len(values)+len(f.Sites) == 0 || len(values) == 0 && f.AsValue() {
		return false
	}
	w.on = append(w.on, f)
	defer func() { w.on = w.on[:len(w.on)-1] }()
	return !slices.ContainsFunc(values, func(mc *ssa.MakeClosure) bool { return !w.passedFree(mc, depth-1) || !toNamed(w.p, mc) }) &&
		!slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
			return !s.Start && (slices.Contains(holding.KeysAt(s.Caller, s.Instr), w.g.Key) || !w.neverHolds(s.Caller, depth-1))
		})
}

// fromImporters reports whether importers alone call f, which initializes an object by its name, and cannot
// name the lock.
func (w *outwards) fromImporters(f *lockset.Func) bool {
	return f.Initializes() && f.SSA.Object().Exported() && f.OnlyInTests() && w.g.Lock != nil && !w.g.Lock.Exported()
}

// toNamed reports whether a function value is only passed to functions that are known by name: an object
// that is called through an interface may keep it, and call it under the lock later.
func toNamed(p *lockset.Package, mc *ssa.MakeClosure) bool {
	calls, _ := callsWith(p, mc, 2)
	return !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return call.Common().StaticCallee() == nil })
}

// closuresOf returns where a literal is made, or a method that nothing calls is used as a value.
func closuresOf(p *lockset.Package, f *lockset.Func) (list []*ssa.MakeClosure) {
	if mc := p.Closures[f.SSA]; mc != nil {
		return []*ssa.MakeClosure{mc}
	}
	if len(f.Sites) > 0 || f.SSA.Object() == nil || f.SSA.Object().Exported() {
		return nil
	}
	for fn, mc := range p.Closures {
		if fn.Object() == f.SSA.Object() && fn.Synthetic != "" {
			list = append(list, mc)
		}
	}
	return list
}

// passedFree reports whether all that is made of a function value is to pass it to code of other
// packages without the guard's lock.
func (w *outwards) passedFree(mc *ssa.MakeClosure, depth int) bool {
	maker := w.p.ByFunc[mc.Parent()]
	calls, ok := callsWith(w.p, mc, 2)
	if maker == nil || !ok || len(calls) == 0 || !w.neverHolds(maker, depth) {
		return false
	}
	free := true
	maker.Walk(func(instr ssa.Instruction, held lockset.State) {
		if call, ok := instr.(ssa.CallInstruction); ok && slices.Contains(calls, call) {
			free = free && !slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == "" || h.Key == w.g.Key })
		}
	})
	return free
}

// callsWith returns the calls of other packages, or through interfaces, that get a function value,
// itself or converted to a named type; false if it is used in another way, or passed with a lock.
func callsWith(p *lockset.Package, v ssa.Value, depth int) (calls []ssa.CallInstruction, ok bool) {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeType, *ssa.MakeInterface:
			more, ok := callsWith(p, ref.(ssa.Value), depth-1)
			if !ok || depth == 0 {
				return nil, false
			}
			calls = append(calls, more...)
		case ssa.CallInstruction:
			if ref.Common().Value == v || slices.ContainsFunc(ref.Common().Args, isLocker) || p.Callee(ref.Common()) != nil || p.Spawned(ref.Common()) != nil {
				return nil, false
			}
			calls = append(calls, ref)
		default:
			return nil, false
		}
	}
	return calls, true
}

// callsOut reports whether a function of the package calls through an interface or a function
// value while it holds a lock of this key.
func callsOut(p *lockset.Package, key string) bool {
	keys := lockset.Memo[callsOutKeys](p)
	if *keys == nil {
		*keys = make(callsOutKeys)
		for _, f := range p.Funcs {
			keys.note(f)
		}
	}
	return (*keys)[key]
}

// callsOutKeys are the keys for which [callsOut] is true.
type callsOutKeys map[string]bool

// note adds those of the locks that f holds at such calls.
func (keys callsOutKeys) note(f *lockset.Func) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if _, builtin := valueOf(call, ok).(*ssa.Builtin); !ok || builtin || call.Common().StaticCallee() != nil || f.Pkg.Callee(call.Common()) != nil {
			return
		}
		for _, h := range held.Held() {
			keys[h.Key] = true
		}
	})
}

// isLocker reports whether a value is a lock, with which a call may run a function.
func isLocker(v ssa.Value) bool {
	lock, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "Lock")
	unlock, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "Unlock")
	return lock != nil && unlock != nil
}

func valueOf(call ssa.CallInstruction, ok bool) ssa.Value {
	if !ok {
		return nil
	}
	return call.Common().Value
}
