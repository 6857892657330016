package lockstate

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Doubt is one reason to believe a finding less, and the code that raised it.
type Doubt struct {
	*verdict.Doubt
	Pos token.Pos
}

// partner returns an access that may happen at the same time as a, of which one writes, and
// that holds the guard's lock: the evidence for a race. No other lock keeps the two apart. One
// of another function, and one that writes, is the better evidence.
func (g *Guard) partner(a *Access) *Access {
	var best *Access
	for _, b := range g.Accesses {
		if !g.holds(b) || !conflicts(a, b) || !together(a.Func, b.Func) || excluded(a, b) || a.onceBefore(b) || a.Func == b.Func && a.ownLoop() {
			continue
		}
		if best == nil || g.rank(a, b) > g.rank(a, best) {
			best = b
		}
	}
	return best
}

func (g *Guard) rank(a, b *Access) int {
	rank := 0
	if b.Write {
		rank++
	}
	if b.Func.outermost() != a.Func.outermost() {
		rank += 2
	}
	return rank
}

// conflicts reports whether two accesses of one field race when they happen at the same time:
// to read the field that holds a map, slice or pointer is no access of what is in it, unless a
// method is called on that.
func conflicts(a, b *Access) bool {
	switch {
	case a.Write && b.Write:
		return true
	case a.Write:
		return !a.Content || b.Content || isPointer(a.Field.Type())
	case b.Write:
		return !b.Content || a.Content
	}
	return false
}

// excluded reports whether two accesses hold one lock, and one of them for writing.
func excluded(a, b *Access) bool {
	return slices.ContainsFunc(a.Held, func(h Hold) bool {
		return slices.ContainsFunc(b.Held, func(o Hold) bool {
			return h.Key != "" && h.Key == o.Key && !(h.Read && o.Read)
		})
	})
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// holds reports whether an access holds the guard's lock, in whatever mode.
func (g *Guard) holds(a *Access) bool {
	_, ok := a.Holds(g.Path(a))
	if !ok {
		_, ok = a.HoldsKey(g.Key)
	}
	return ok
}

// proof returns what makes an access without the lock safe, nil if nothing does.
func (p *Package) proof(g *Guard, a *Access) *verdict.Proof {
	switch {
	case a.Func.known == unknown && Contract(a.Func.SSA):
		return verdict.Handled
	case a.early():
		return verdict.Private
	case a.afterWait():
		return verdict.Joined
	case p.claimed(g, a), p.madeBefore(g, a), p.onceBefore(g, a), p.settledBefore(g, a), a.snapshot() && !(isMap(a.Field.Type()) && g.inPlace()):
		return verdict.Handled
	case g.takenOver(a):
		return verdict.Locked
	}
	return nil
}

// inPlace reports whether elements of what the field holds are changed under the lock.
func (g *Guard) inPlace() bool {
	return slices.ContainsFunc(g.LockedWrites, func(w *Access) bool { return w.Content })
}

// inMain reports whether f is what runs when the program starts.
func (f *Func) inMain() bool { return f.SSA.Name() == "main" && f.SSA.Pkg.Pkg.Name() == "main" }

// doubts returns what speaks against a race of an access without the lock.
func (p *Package) doubts(g *Guard, a *Access) []Doubt {
	var list []Doubt
	add := func(d *verdict.Doubt, raised bool) {
		if raised {
			list = append(list, Doubt{d, a.Pos})
		}
	}
	others := slices.ContainsFunc(a.callers, func(key string) bool { return key != g.Key })
	add(verdict.MaybeHeld, !a.Func.Known() || a.maybe || others || p.calledBack(g, a) || a.Func.root && a.Func.leftToCallers() || g.customary(a))
	add(verdict.BeforeSharing, a.Ready || a.Func.fromSetup(make(map[*Func]bool)) || p.mayBeFresh(a) || a.beforeStart() || p.readies(a) || p.renewed(g, a) || a.makesMap() || a.sets() || a.option() || a.Func.setsUp() || a.callback() || g.configured(a))
	add(verdict.Registered, g.registered(a))
	add(verdict.Ordered, a.afterAtomic())
	add(verdict.OwnData, g.ownReader(a) || p.ofReceiver(a) || a.ownElement())
	add(verdict.NoSecondCall, g.startedBehind(a))
	add(verdict.NoCaller, a.Func.uncalled)
	add(verdict.BareWrites, !g.Noted && len(g.LockedWrites) == 0 && !g.repeats())
	if !g.Noted {
		list = append(list, g.votes(a)...)
	}
	return list
}

// mayBeFresh reports whether all calls in the package hand the function of an access an object
// that nobody else can have.
func (p *Package) mayBeFresh(a *Access) bool {
	param, ok := a.Owner.Root.(*ssa.Parameter)
	return ok && a.Func.SSA == param.Parent() && p.handedFresh(a.Func, param, 6)
}

// repeats reports whether a write is one that is made while others are about: in a loop, of an
// element of a map, of what it adds to, or of a constant, which changes a state. Others set the
// object up.
func (g *Guard) repeats() bool {
	return slices.ContainsFunc(g.Accesses, func(w *Access) bool {
		if !w.Write || w.Content && isMap(g.Field.Type()) {
			return w.Write
		}
		store, ok := w.Instr.(*ssa.Store)
		if !ok {
			return false
		}
		_, adds := store.Val.(*ssa.BinOp)
		_, state := store.Val.(*ssa.Const)
		return state || loops(w.Instr.Block()) || adds && w.Func.pkg.reads(store.Val, g.Field, 3)
	})
}

// votes weighs how many functions access the field with and without the lock.
func (g *Guard) votes(a *Access) []Doubt {
	locked, bare := make(map[*ssa.Function]bool), make(map[*ssa.Function]token.Pos)
	accesses := 0
	for _, b := range g.Accesses {
		fn := b.Func.outermost()
		switch {
		case g.holds(b):
			locked[fn] = true
			accesses++
		case b.Func != a.Func && !b.Ready && !b.maybe && b.Func.Known():
			bare[fn] = b.Pos
		}
	}
	for fn := range locked {
		delete(bare, fn) // it knows
	}
	delete(bare, a.Func.outermost())
	allowed := len(locked)
	if a.Content && isMap(a.Field.Type()) && g.inPlace() {
		allowed *= 4 // the runtime ends the process
	} else if isMap(a.Field.Type()) {
		allowed *= 2
	}
	share := 2 // a read wants half of the accesses locked, a write a quarter
	if a.Write {
		share = 4
	}
	switch {
	case len(bare)+1 > max(allowed, 1) || !isMap(a.Field.Type()) && share*g.Locked < len(g.Accesses):
		pos := a.Pos
		for _, at := range bare {
			pos = max(pos, at)
		}
		return []Doubt{{verdict.SomeBare, pos}}
	case accesses == 1 && g.Shares:
		return []Doubt{{verdict.OtherFields, a.Pos}}
	case accesses == 1:
		return []Doubt{{verdict.FewAccesses, a.Pos}}
	}
	return nil
}

// ownReader reports whether the access is a read of a function that makes all writes and
// never reads under the lock: if it runs once at a time, it reads what it wrote. One that
// tests a flag before it sets it does so because it may not. So does a method by which one
// reader reads on.
func (g *Guard) ownReader(a *Access) bool {
	f := a.Func
	sole := !types.Identical(g.Field.Type().Underlying(), types.Typ[types.Bool]) &&
		!slices.ContainsFunc(g.LockedReads, func(b *Access) bool { return b.Func == f }) &&
		slices.ContainsFunc(g.Accesses, func(b *Access) bool { return b.Write && b.Func == f })
	elsewhere := slices.ContainsFunc(g.Accesses, func(b *Access) bool { return b.Write && b.Func != f && !b.Ready })
	return !a.Write && !elsewhere && (sole || f.cursor())
}

// acquires reports whether f itself acquires the lock at path somewhere.
func (f *Func) acquires(path Path) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, op := range f.pkg.Ops(&call.Call) {
				if op.Acquire && op.Net && op.Path == path {
					return true
				}
			}
		}
	}
	return false
}
