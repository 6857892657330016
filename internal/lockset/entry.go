package lockset

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Site is a call of a function of the package.
type Site struct {
	Caller *Func
	Instr  ssa.CallInstruction
	Start  bool  // of a goroutine
	Value  bool  // of a function value, without its receiver
	Began  *Site // the start of the goroutine that was passed the function value
}

// Known reports whether the states of f take all its callers into account. When
// not, nothing can be said about a lock that f does not hold.
func (f *Func) Known() bool { return f.Callers == Known }

// Entry returns the locks that every caller of f holds.
func (f *Func) Entry() State { return f.entry }

// findEntries computes entry states: what all call sites of a function have in
// common. Exported functions and goroutines begin with no lock.
func (p *Package) findEntries() {
	p.findSites()
	p.resolveValues()
	p.resolveInvokes()
	work := make(map[*Func]bool)
	for _, f := range p.Funcs {
		f.Callers = f.outside()
		if f.Callers == Known {
			f.entry, f.Root = State{}, true
			work[f] = true
		}
	}
	for range maxRounds * len(p.Funcs) {
		f := p.next(work)
		if f == nil {
			break
		}
		delete(work, f)
		f.propagate(work)
	}
	for f := range work {
		f.Callers = Unknown // not final
	}
	p.literalsOfUnknown()
	for _, f := range p.Funcs {
		f.in = nil // computed again, from the entry state, on demand
		if f.entry == nil {
			f.entry = State{}
		}
	}
}

// next returns the first function that has work left. If there is none, one that nothing
// calls is the next: it is taken to be called without a lock. A function that is called
// only by functions whose callers are unknown has no known caller either.
func (p *Package) next(work map[*Func]bool) *Func {
	for _, f := range p.Funcs {
		if work[f] {
			return f
		}
	}
	for _, calls := range []bool{false, true} { // last of all, those that call each other
		for _, f := range p.Funcs {
			if f.Callers != unreached || f.SSA.Parent() != nil || calls != (len(f.Sites) > 0) {
				continue
			}
			if f.belowUnknown() {
				f.Callers = Unknown
			} else {
				f.Callers, f.entry, f.Root, f.Uncalled = Known, State{}, true, true
				return f
			}
		}
	}
	return nil
}

// belowUnknown reports whether only functions of unknown callers call f, themselves or by
// others that only they call.
func (f *Func) belowUnknown() bool {
	seen, found := make(map[*Func]bool), false
	var below func(f *Func) bool
	below = func(f *Func) bool {
		if seen[f] || f.Callers == Unknown {
			found = found || f.Callers == Unknown
			return true
		}
		seen[f] = true
		return f.Callers == unreached && len(f.Sites) > 0 &&
			!slices.ContainsFunc(f.Sites, func(s Site) bool { return s.Start || !below(s.Caller) })
	}
	return below(f) && found
}

// literalsOfUnknown gives literals that are called in place, by a function whose
// callers are unknown, what that function itself holds there.
func (p *Package) literalsOfUnknown() {
	for _, f := range p.Funcs { // functions before their literals
		if f.Callers != Unknown || len(f.SSA.AnonFuncs) == 0 {
			continue
		}
		f.run(f.entry)
		f.Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				return
			}
			callee := p.Callee(call.Common())
			if callee == nil || callee.SSA.Parent() == nil || callee.Callers == Known {
				return
			}
			passed := f.passAt(callee, call, held)
			if callee.Callers == unreached {
				callee.Callers, callee.entry = Unknown, passed
			} else if callee.entry != nil {
				callee.entry.meet(passed)
			}
		})
	}
}

// findSites notes the call sites of every function, and takes functions whose
// callers cannot all be seen out of consideration.
func (p *Package) findSites() {
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					if callee := p.Callee(call.Common()); callee != nil {
						_, start := call.(*ssa.Go)
						callee.Sites = append(callee.Sites, Site{Caller: f, Instr: call, Start: start})
					}
					if callee := p.Spawned(call.Common()); callee != nil {
						callee.Sites = append(callee.Sites, Site{Caller: f, Instr: call, Start: true})
					}
				}
			}
		}
	}
}

// propagate meets what f holds at its calls into the callees' entries.
func (f *Func) propagate(work map[*Func]bool) {
	f.run(f.entry)
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		for _, callee := range f.Pkg.Targets(call) {
			if callee.Callers != Unknown && !callee.Root && !f.forNew(callee, call) && callee.enter(f.passAt(callee, call, held)) {
				work[callee] = true
			}
		}
	})
}

// forNew reports whether f calls a method of an object that no other goroutine can have: no
// lock is needed there, and others that call it may all hold one. There has to be another
// caller.
func (f *Func) forNew(callee *Func, call ssa.CallInstruction) bool {
	return Site{Caller: f, Instr: call}.Private(callee) && !f.Pkg.Starts(call) &&
		slices.ContainsFunc(callee.Sites, func(s Site) bool { return !s.Private(callee) })
}

// Private reports whether a call is one of a method of an object that no other goroutine
// can have.
func (s Site) Private(callee *Func) bool {
	common := s.Instr.Common()
	if s.Start || s.Value || common.IsInvoke() || callee.SSA.Signature.Recv() == nil || len(common.Args) == 0 {
		return false
	}
	root := s.Caller.Pkg.Place(common.Args[0]).Root
	return root != nil && s.Caller.Pkg.Unshared(root, s.Instr)
}

// enter meets what one more caller holds into the entry state, and reports whether that
// changes anything.
func (f *Func) enter(passed State) bool {
	if f.Callers == unreached {
		f.Callers, f.entry = Known, passed
		return true
	}
	return f.entry.meet(passed)
}

// passAt returns the locks that a call or the start of a goroutine passes on: those that a
// goroutine releases are its own from the start.
func (f *Func) passAt(callee *Func, instr ssa.CallInstruction, held State) State {
	if f.Pkg.Starts(instr) {
		inherited := f.inherited(instr, held)
		for lock, h := range held {
			if h.Must && f.Pkg.releases(instr.Common(), h.Op) {
				inherited[lock] = h
			}
		}
		held = inherited
	}
	return f.pass(callee, instr.Common(), held)
}

// pass returns the locks held at a call in terms of the callee. One that the
// callee has no name for is kept by its key, so that it is known to be held.
func (f *Func) pass(callee *Func, call *ssa.CallCommon, held State) State {
	passed := State{}
	_, args := f.Pkg.Target(call)
	value := f.Pkg.Callee(call) != callee && f.Pkg.Spawned(call) != callee
	for lock, h := range held {
		if !h.Must && !h.Some && !h.Inherited {
			continue
		}
		path := Path{nil, h.Key}
		if !value {
			path = f.Pkg.rename(callee, args, lock.Path, h.Key)
		}
		own := *h
		own.Op.Callee = nil
		passed[Lock{path, lock.Read}] = &own
	}
	return passed
}

func (p *Package) rename(callee *Func, args []ssa.Value, path Path, key string) Path {
	if callee.SSA.Parent() != nil {
		return path // literals share the names of the function around them
	}
	if _, ok := path.Root.(*ssa.Global); ok || path.Root == nil {
		return path
	}
	for i, arg := range args {
		base := p.Place(arg)
		if i >= len(callee.SSA.Params) || base.Root != path.Root {
			continue
		}
		if rest, ok := strings.CutPrefix(path.Fields, base.Fields); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return Path{callee.SSA.Params[i], rest}
		}
	}
	return Path{nil, key}
}

// must reports whether lock is held for sure, in its mode.
func (s State) must(lock Lock) bool {
	h, ok := s[lock]
	return ok && h.Must
}

// meet keeps what t holds as well, and remembers of the rest that some callers
// hold it. What one of them holds for writing and the other for reading is held for
// reading. It reports whether anything changes.
func (s State) meet(t State) bool {
	changed := false
	for lock, h := range s {
		reading := Lock{lock.Path, true}
		switch {
		case !h.Must || t.must(lock) || lock.Read && t.must(Lock{lock.Path, false}):
			continue
		case t.must(reading):
			delete(s, lock)
			s[reading] = h
		default:
			s[lock] = h.as(false, true)
		}
		changed = true
	}
	for lock, h := range t {
		_, same := s[lock]
		_, stronger := s[Lock{lock.Path, false}]
		if same || stronger || s.must(Lock{lock.Path, true}) {
			continue
		}
		s[lock] = h.as(false, true)
		changed = true
	}
	return changed
}
