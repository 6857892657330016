package lockset

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Summary is what a caller of a function wants to know.
type Summary struct {
	Effects []Effect // what calling it does
	Result  []Effect // what calling the function does that it returns
	Takes   []string // keys of the locks it may wait for itself, in order; nil when they are too many
	Gives   []string // keys of the locks it may release for a while, callees included
	Permits []Effect // what calling it does to permits
	Frees   []Effect // what calling the function does to them that it returns
}

// maxKeys bounds what travels as a fact.
const maxKeys = 48

// summarize computes the summary of f from its states, and reports whether it
// differs from the one so far.
func (f *Func) summarize() bool {
	f.run(nil)
	b := &summaryBuilder{f: f, effects: make(map[effectID]Effect), locks: make(map[effectID]Lock), takes: make(map[string]bool), gives: make(map[string]bool)}
	f.Walk(b.visit)
	f.in = nil
	b.held()
	b.settle()
	s := Summary{Result: f.results(f.Pkg.OpsOfValue), Frees: f.results(f.Pkg.permitsOfValue), Takes: sorted(b.takes), Gives: sorted(b.gives)}
	for _, e := range b.effects {
		if e.Permit {
			s.Permits = append(s.Permits, e)
		} else {
			s.Effects = append(s.Effects, e)
		}
	}
	slices.SortFunc(s.Effects, compareEffects)
	slices.SortFunc(s.Permits, compareEffects)
	changed := !s.same(f.Summary)
	f.Summary = s
	return changed
}

// same reports whether callers learn the same from two summaries.
func (s Summary) same(t Summary) bool {
	equal := func(a, b []Effect) bool { return slices.EqualFunc(a, b, sameEffect) }
	return equal(s.Effects, t.Effects) && equal(s.Result, t.Result) && equal(s.Permits, t.Permits) && equal(s.Frees, t.Frees) &&
		slices.Equal(s.Takes, t.Takes) && slices.Equal(s.Gives, t.Gives)
}

type summaryBuilder struct {
	f       *Func
	effects map[effectID]Effect
	locks   map[effectID]Lock
	takes   map[string]bool
	gives   map[string]bool
	common  State // at all returns
}

func (b *summaryBuilder) visit(instr ssa.Instruction, held State) {
	if _, ok := instr.(*ssa.Return); ok {
		b.common, _ = b.common.join(held.fork())
	}
	if _, ok := instr.(*ssa.Go); ok {
		return
	}
	b.permits(instr, held)
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return
	}
	if s := b.f.Pkg.SummaryOf(call.Common()); s != nil {
		for _, key := range s.Gives {
			b.gives[key] = true
		}
	}
	for _, op := range append(b.f.Pkg.Formatted(call.Common()), b.f.Pkg.Ops(call.Common())...) {
		if held.May(op.Path) {
			continue
		}
		switch {
		case op.Key == "":
		case !op.Acquire:
			b.gives[op.Key] = true
		case !op.Try && op.Callee == nil:
			b.takes[op.Key] = true
		}
		if op.Acquire && op.Try || !op.Acquire && !op.Net {
			continue
		}
		b.add(op, !op.Acquire, instr)
	}
}

// permits notes the permits that an instruction releases and the function did not acquire.
func (b *summaryBuilder) permits(instr ssa.Instruction, held State) {
	ops := b.f.Pkg.PermitOps(instr)
	if call, ok := instr.(ssa.CallInstruction); ok {
		ops = b.f.Pkg.PermitsOf(call.Common())
	}
	for _, op := range ops {
		if !op.Acquire && op.Net && !held.May(op.Path) {
			b.add(op, true, instr)
		}
	}
}

func (b *summaryBuilder) add(op Op, net bool, instr ssa.Instruction) {
	_, deferred := instr.(*ssa.Defer)
	e, ok := b.f.effect(op, net, !deferred && b.f.unconditional(instr), instr.Pos())
	if !ok {
		return
	}
	b.locks[e.id()] = op.Lock
	if old, ok := b.effects[e.id()]; ok && old.Sure {
		return
	}
	b.effects[e.id()] = e
}

// held adds the locks that are held at every return.
func (b *summaryBuilder) held() {
	for _, h := range b.common {
		if h.Must && !b.f.guarded(h.Op) {
			if e, ok := b.f.effect(h.Op, true, true, h.Pos); ok {
				b.effects[e.id()] = e
			}
		}
	}
}

// settle drops acquisitions that another effect includes, those of locks that the function
// first releases, and the release itself, if a caller that holds the lock holds it again at
// the end.
func (b *summaryBuilder) settle() {
	for id, e := range b.effects {
		once := id
		once.acquire, once.net = true, false
		switch {
		case id.acquire && id.net:
			delete(b.effects, once)
		case !id.acquire:
			again := once
			again.net = true
			restored, released := b.f.Gives(b.locks[id], e)
			e.Sure = released
			b.effects[id] = e
			for _, once.read = range []bool{false, true} {
				delete(b.effects, once)
			}
			if restored {
				delete(b.effects, again)
				delete(b.effects, id)
			}
		}
	}
}

// Gives returns what becomes of a lock that the caller holds and f releases: it is held
// again whenever f returns, or it never is.
func (f *Func) Gives(lock Lock, e Effect) (restored, released bool) {
	with := &Func{SSA: f.SSA, Pkg: f.Pkg, Defers: f.Defers}
	with.run(State{lock: {Op: Op{Lock: lock, Key: e.Key}, Must: true}})
	restored, released = true, true
	for _, st := range with.Returns() {
		h, held := st[lock]
		restored = restored && held && h.Must
		released = released && !held
	}
	return restored, released
}

// sorted returns the keys of a set, nil when they are too many.
func sorted(set map[string]bool) []string {
	if len(set) == 0 || len(set) > maxKeys {
		return nil
	}
	return slices.Sorted(maps.Keys(set))
}

// Exported returns the part of s that other packages can use.
func (s Summary) Exported() Summary {
	outside := func(list []Effect) []Effect {
		var out []Effect
		for _, e := range list {
			if e.Param >= 0 {
				out = append(out, Effect{
					Param: e.Param, Fields: e.Fields, Key: e.Key, Acquire: e.Acquire, Read: e.Read, Net: e.Net, Sure: e.Sure, Permit: e.Permit,
				})
			}
		}
		return out
	}
	return Summary{Effects: outside(s.Effects), Result: outside(s.Result), Takes: s.Takes, Gives: s.Gives, Permits: outside(s.Permits), Frees: outside(s.Frees)}
}

// Empty reports whether s says nothing.
func (s Summary) Empty() bool {
	return len(s.Effects)+len(s.Result)+len(s.Takes)+len(s.Gives)+len(s.Permits)+len(s.Frees) == 0
}

// String says what calls do to the parameters, numbered with the receiver first:
// "holds 0.mu, result releases 0.mu".
func (s Summary) String() string {
	var list []string
	for _, e := range append(s.Effects[:len(s.Effects):len(s.Effects)], s.Permits...) {
		list = append(list, e.String())
	}
	for _, e := range append(s.Result[:len(s.Result):len(s.Result)], s.Frees...) {
		list = append(list, "result "+e.String())
	}
	for _, key := range s.Gives {
		list = append(list, "may release "+key)
	}
	return strings.Join(list, ", ")
}

// A MapUse says that a call of a function accesses the elements of a map, in a package variable or in a
// field of what its receiver leads to, or a package variable itself or what it points to, which nothing in the packages that do so
// guards with a lock.
type MapUse struct {
	Package, Var string // the path of the variable's package, and its name; "Type.field" for a field
	Field        bool
	Path         string // the fields that lead from the receiver to the object, as in [Path]
	Itself       bool   // the variable, and not what it holds
	Write        bool
	Once         bool // written where it has no value yet
}

// String is what tests compare, and what messages say.
func (u MapUse) String() string {
	return u.Package[strings.LastIndexByte(u.Package, '/')+1:] + "." + u.Var
}
