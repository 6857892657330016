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
	for _, b := range g.related() {
		if !g.holds(b) && !g.calledWith(b) || !conflicts(a, b) || !together(a.Func, b.Func) || g.excluded(a, b) || a.onceBefore(b) || a.Func == b.Func && a.ownLoop() {
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
	if g.holds(b) {
		rank += 4
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
func (g *Guard) excluded(a, b *Access) bool {
	return slices.ContainsFunc(a.Held, func(h Hold) bool {
		return !g.ofOther(a, h) && slices.ContainsFunc(b.Held, func(o Hold) bool {
			return h.Key != "" && h.Key == o.Key && !(h.Read && o.Read) && !g.ofOther(b, o)
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
	_, ok := g.hold(a)
	return ok
}

// hold returns how an access holds the guard's lock, by its path, or by another way to it.
func (g *Guard) hold(a *Access) (Hold, bool) {
	h, ok := a.Holds(g.Path(a))
	if !ok {
		h, ok = a.HoldsKey(g.Key)
		ok = ok && !g.ofOther(a, h)
	}
	return h, ok
}

// calledWith reports whether some callers of the function of an access hold the guard's lock for
// it, and others do not.
func (g *Guard) calledWith(a *Access) bool { return g.Key != "" && slices.Contains(a.callers, g.Key) }

// proof returns what makes an access without the lock safe, nil if nothing does.
func (p *Package) proof(g *Guard, a *Access) *verdict.Proof {
	switch {
	case a.Func.known == unknown && Contract(a.Func.SSA) && !(isInitializer(a.Func.SSA) && g.locksOther(a)):
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
	return slices.ContainsFunc(g.Accesses, func(w *Access) bool { return w.Write && w.Content && (g.holds(w) || g.calledWith(w)) })
}

// inMain reports whether f is what runs when the program starts.
func (f *Func) inMain() bool { return f.SSA.Name() == "main" && f.SSA.Pkg.Pkg.Name() == "main" }

// doubts returns what speaks against a race of an access without the lock.
func (p *Package) doubts(g *Guard, a *Access, unguarded bool) []Doubt {
	var list []Doubt
	add := func(d *verdict.Doubt, raised bool) {
		if raised {
			list = append(list, Doubt{d, a.Pos})
		}
	}
	others := slices.ContainsFunc(a.callers, func(key string) bool { return key != g.Key })
	add(verdict.MaybeHeld, !g.locksOther(a) && (!a.Func.Known() || a.maybe) || a.unsure || others || p.calledBack(g, a) || a.Func.root && a.Func.leftToCallers() || g.customary(a) || g.locksOther(a) && !p.nested(g.Key))
	add(verdict.BeforeSharing, a.Ready && !g.locksOther(a) || g.onlySetUp(a) || a.Func.fromSetup(g.Key, make(map[*Func]bool)) || p.mayBeFresh(a) || a.justMade() || a.beforeStart() || p.readies(a) || p.renewed(g, a) || a.makesMap() || a.sets() || a.option() || a.Func.setsUp() || a.callback() || g.configured(a))
	add(verdict.Registered, g.registered(a))
	add(verdict.Ordered, a.afterAtomic())
	add(verdict.OwnData, g.ownReader(a) || p.ofReceiver(a) || a.ownElement())
	add(verdict.NoSecondCall, g.startedBehind(a))
	add(verdict.NoCaller, a.Func.uncalled)
	add(verdict.BareWrites, !g.Noted && len(g.LockedWrites) == 0 && (!g.repeats() || g.usuallyBare()))
	if !g.Noted {
		list = append(list, g.votes(a, unguarded)...)
	}
	return list
}

// onlySetUp reports whether an access races with those writes only that make the object ready, in
// a method that does so by its name, or in what is called to set it up.
func (g *Guard) onlySetUp(a *Access) bool {
	return !a.Write && !slices.ContainsFunc(g.related(), func(w *Access) bool {
		return w.Write && conflicts(a, w) && !w.Ready && !w.Func.fromSetup(g.Key, make(map[*Func]bool))
	})
}

// mayBeFresh reports whether all calls in the package hand the function of an access an object
// that nobody else can have.
func (p *Package) mayBeFresh(a *Access) bool {
	param, ok := a.Owner.Root.(*ssa.Parameter)
	return ok && a.Func.SSA == param.Parent() && p.handedFresh(a.Func, param, 6)
}

// usuallyBare reports whether there are several writes, none of which holds the lock and none of
// which a request makes: the lock guards something else, such as what is in the map.
func (g *Guard) usuallyBare() bool {
	return g.Writes > 2 && !slices.ContainsFunc(g.related(), func(w *Access) bool { return w.Write && (g.calledWith(w) || w.byRequest()) })
}

// repeats reports whether a write is one that is made while others are about: in a loop, for a
// request, of an element of a map, of what it adds to, or of a constant, which changes a state.
// Others set the object up.
func (g *Guard) repeats() bool {
	return slices.ContainsFunc(g.related(), func(w *Access) bool {
		if !w.Write || w.Content && isMap(g.Field.Type()) {
			return w.Write
		}
		store, ok := w.Instr.(*ssa.Store)
		if !ok {
			return false
		}
		_, adds := store.Val.(*ssa.BinOp)
		_, state := store.Val.(*ssa.Const)
		return state || w.byRequest() || loops(w.Instr.Block()) || adds && w.Func.pkg.reads(store.Val, g.Field, 3)
	})
}

// votes weighs how many functions access the field with and without the lock. Elements of a map
// that others change are no matter of votes: the runtime ends the process. unguarded says that the
// access that a races with does not hold the lock either.
func (g *Guard) votes(a *Access, unguarded bool) []Doubt {
	accesses, locked, bare := g.functions(a)
	switch {
	case (unguarded || accesses == 0) && a.Content && isMap(a.Field.Type()):
		return nil
	case unguarded || accesses == 0:
		return []Doubt{{verdict.OtherFields, a.Pos}}
	case a.Content && isMap(a.Field.Type()) && g.inPlace():
	case len(bare)+1 > g.allowed(a, locked) || !isMap(a.Field.Type()) && share(a)*g.Locked < len(g.Accesses):
		pos := a.Pos
		for _, at := range bare {
			pos = max(pos, at)
		}
		switch {
		case !g.disciplined():
			return []Doubt{{verdict.SomeBare, pos}}
		case !refers(g.Field.Type()):
			return []Doubt{{verdict.PartBare, pos}}
		}
		return nil
	}
	switch {
	case accesses == 1 && g.Shares:
		return []Doubt{{verdict.OtherFields, a.Pos}}
	case accesses == 1:
		return []Doubt{{verdict.FewAccesses, a.Pos}}
	}
	return nil
}

// functions returns how many accesses hold the lock, and which functions do and do not: a itself
// and those that know the lock are none of the latter.
func (g *Guard) functions(a *Access) (accesses int, locked map[*ssa.Function]bool, bare map[*ssa.Function]token.Pos) {
	locked, bare = make(map[*ssa.Function]bool), make(map[*ssa.Function]token.Pos)
	for _, b := range g.Accesses {
		fn := b.Func.outermost()
		switch {
		case g.holds(b) || g.calledWith(b):
			locked[fn] = true
			accesses++
		case b.Func != a.Func && !b.Ready && !b.maybe && b.Func.Known():
			bare[fn] = b.Pos
		}
	}
	for fn := range locked {
		delete(bare, fn)
	}
	delete(bare, a.Func.outermost())
	return accesses, locked, bare
}

// allowed returns how many functions may do without the lock before it is doubtful that it guards
// the field.
func (g *Guard) allowed(a *Access, locked map[*ssa.Function]bool) int {
	if isMap(a.Field.Type()) {
		return max(2*len(locked), 1)
	}
	return max(len(locked), 1)
}

// share returns which part of the accesses has to hold the lock: half of them for a read, a quarter
// for a write.
func share(a *Access) int {
	if a.Write {
		return 4
	}
	return 2
}

// disciplined reports whether the field is replaced under the lock while others are about, and read
// under it elsewhere: that the lock guards the field is certain, however many do without it.
func (g *Guard) disciplined() bool {
	return slices.ContainsFunc(g.LockedWrites, func(w *Access) bool {
		return g.atRuntime(w) && slices.ContainsFunc(g.LockedReads, func(r *Access) bool { return r.Func.outermost() != w.Func.outermost() })
	})
}

// atRuntime reports whether a write replaces a value while others may use the object: not where
// the object is made ready, configured, or given up.
func (g *Guard) atRuntime(w *Access) bool {
	store, ok := w.Instr.(*ssa.Store)
	return ok && !isNilConst(store.Val) && !w.Ready && !w.lazy() && !w.sets() && !w.boots() && !w.option() && !w.beforeStart() &&
		!w.Func.setsUpOthers() && !w.Func.setsUp() && !w.Func.fromSetup("", make(map[*Func]bool))
}

// refers reports whether values of a type refer to others, so that a stale one does harm.
func refers(t types.Type) bool { return works(t) || isContainer(t) }

// partOf reports whether only another function calls f: what f does is a step of that one.
func (f *Func) partOf(other *Func) bool {
	return !f.root && !f.asValue() && len(f.sites) > 0 && !slices.ContainsFunc(f.sites, func(s site) bool { return s.start || s.caller != other })
}

// ownReader reports whether the access is a read of a function that makes all writes, itself or in its steps, and
// never reads under the lock: if it runs once at a time, it reads what it wrote. One that
// tests a flag before it sets it does so because it may not. So does a method by which one
// reader reads on.
func (g *Guard) ownReader(a *Access) bool {
	f := a.Func
	sole := !types.Identical(g.Field.Type().Underlying(), types.Typ[types.Bool]) &&
		!slices.ContainsFunc(g.LockedReads, func(b *Access) bool { return b.Func == f }) &&
		slices.ContainsFunc(g.Accesses, func(b *Access) bool { return b.Write && (b.Func == f || b.Func.partOf(f)) })
	elsewhere := slices.ContainsFunc(g.Accesses, func(b *Access) bool { return b.Write && b.Func != f && !b.Ready && !b.option() && !b.Func.partOf(f) })
	return !a.Write && !elsewhere && !g.calledWith(a) && (sole || f.cursor())
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
