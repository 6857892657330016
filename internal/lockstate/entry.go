package lockstate

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// knowledge says what is known of the locks that callers of a function hold.
type knowledge int

const (
	unreached knowledge = iota // no caller was seen
	known                      // the entry state is what all callers hold
	unknown                    // somebody calls it who cannot be seen
)

// A site is a call of a function of the package.
type site struct {
	caller *Func
	instr  ssa.CallInstruction
}

// Known reports whether the states of f take all its callers into account. When
// not, nothing can be said about a lock that f does not hold.
func (f *Func) Known() bool { return f.known == known }

// Entry returns the locks that every caller of f holds.
func (f *Func) Entry() State { return f.entry }

// findEntries computes entry states: what all call sites of a function have in
// common. Exported functions and goroutines begin with no lock.
func (p *Package) findEntries() {
	p.findSites()
	work := make(map[*Func]bool)
	for _, f := range p.Funcs {
		f.known = f.outside()
		if f.known == known {
			f.entry, f.root = State{}, true
			work[f] = true
		}
	}
	for range maxRounds * len(p.Funcs) {
		var f *Func
		for _, g := range p.Funcs {
			if work[g] {
				f = g
				break
			}
		}
		if f == nil {
			break
		}
		delete(work, f)
		f.propagate(work)
	}
	for f := range work {
		f.known = unknown // not final
	}
	p.literalsOfUnknown()
	for _, f := range p.Funcs {
		f.in = nil // computed again, from the entry state, when somebody looks
		if f.entry == nil {
			f.entry = State{}
		}
	}
}

// literalsOfUnknown gives literals that are called in place, by a function whose
// callers are unknown, what that function itself holds there.
func (p *Package) literalsOfUnknown() {
	for _, f := range p.Funcs { // functions before their literals
		if f.known != unknown || len(f.SSA.AnonFuncs) == 0 {
			continue
		}
		f.run(f.entry)
		f.Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				return
			}
			callee := p.Callee(call.Common())
			if callee == nil || callee.SSA.Parent() == nil || callee.known == known {
				return
			}
			passed := State{}
			if _, ok := instr.(*ssa.Go); !ok {
				passed = f.pass(callee, call.Common(), held)
			}
			if callee.known == unreached {
				callee.known, callee.entry = unknown, passed
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
						callee.sites = append(callee.sites, site{f, call})
					}
				}
			}
		}
	}
}

// outside says what is known of f's callers before looking at its call sites.
func (f *Func) outside() knowledge {
	switch {
	case Contract(f.SSA):
		return unknown
	case f.SSA.Parent() != nil:
		k := f.literal()
		f.inPlace = k == unreached
		return k
	case f.SSA.Object() == nil || f.SSA.Synthetic != "":
		return unknown
	case f.asValue():
		return unknown
	case f.SSA.Name() == "main" || f.SSA.Name() == "init":
		return known
	}
	recv := f.SSA.Signature.Recv()
	if !f.SSA.Object().Exported() {
		if recv != nil && len(f.sites) == 0 {
			return unknown // reached through an interface, or not at all
		}
		return unreached
	}
	if recv != nil && len(f.sites) > 0 && !exportedType(recv.Type()) {
		return unreached // like an unexported one: who is not in this package cannot name it
	}
	return known
}

func exportedType(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && named.Obj().Exported()
}

// literal says what is known of the callers of a function literal: everything,
// when it is only called or started where it stands.
func (f *Func) literal() knowledge {
	mc := f.pkg.closures[f.SSA]
	if mc == nil { // captures nothing
		return f.bare()
	}
	for _, ref := range *mc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if f.pkg.alloc(ref.Addr) == nil || onlyStore(f.pkg.alloc(ref.Addr)) == nil || !f.onlyCalled(ref.Addr) {
				return unknown
			}
		case ssa.CallInstruction:
			if ref.Common().Value != mc && f.pkg.Callee(ref.Common()) != f {
				return unknown
			}
		default:
			return unknown
		}
	}
	return unreached
}

// onlyCalled reports whether a variable that holds a literal is only used to
// call it.
func (f *Func) onlyCalled(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			if _, closure := ref.(*ssa.MakeClosure); closure {
				return false
			}
			continue
		}
		for _, use := range *load.Referrers() {
			call, ok := use.(ssa.CallInstruction)
			if _, debug := use.(*ssa.DebugRef); !debug && (!ok || call.Common().Value != load) {
				return false
			}
		}
	}
	return true
}

// bare is literal for one that captures nothing.
func (f *Func) bare() knowledge {
	if f.asValue() {
		return unknown
	}
	return unreached
}

// asValue reports whether f is used other than by calling it.
func (f *Func) asValue() bool { return f.pkg.values()[f.SSA] }

// values returns the functions that are used as values, wrapped in method values
// or not.
func (p *Package) values() map[*ssa.Function]bool {
	if p.asValue != nil {
		return p.asValue
	}
	p.asValue = make(map[*ssa.Function]bool)
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				p.valuesIn(instr)
			}
		}
	}
	return p.asValue
}

func (p *Package) valuesIn(instr ssa.Instruction) {
	call, _ := instr.(ssa.CallInstruction)
	if _, ok := instr.(*ssa.DebugRef); ok {
		return
	}
	for i, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok || call != nil && i == 0 && call.Common().Value == fn {
			continue
		}
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			if isBound(fn) && !p.onlyCalledInPlace(mc) {
				if obj, ok := fn.Object().(*types.Func); ok && p.byObject[obj.Origin()] != nil {
					p.asValue[p.byObject[obj.Origin()].SSA] = true
				}
			}
			continue
		}
		if origin := fn.Origin(); origin != nil {
			fn = origin
		}
		p.asValue[fn] = true
		if obj, ok := fn.Object().(*types.Func); ok && p.byObject[obj.Origin()] != nil {
			p.asValue[p.byObject[obj.Origin()].SSA] = true
		}
	}
}

func (p *Package) onlyCalledInPlace(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		call, ok := ref.(ssa.CallInstruction)
		if _, debug := ref.(*ssa.DebugRef); !debug && (!ok || call.Common().Value != mc) {
			return false
		}
	}
	return true
}

// propagate meets what f holds at its calls into the callees' entries.
func (f *Func) propagate(work map[*Func]bool) {
	f.run(f.entry)
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		callee := f.pkg.Callee(call.Common())
		if callee == nil || callee.known == unknown || callee.root {
			return
		}
		passed := State{}
		if _, ok := instr.(*ssa.Go); !ok {
			passed = f.pass(callee, call.Common(), held)
		}
		if callee.known == unreached {
			callee.known, callee.entry = known, passed
			work[callee] = true
			return
		}
		if callee.entry.meet(passed) {
			work[callee] = true
		}
	})
}

// pass returns the locks held at a call in terms of the callee. One that the
// callee has no name for is kept by its key, so that it is known to be held.
func (f *Func) pass(callee *Func, call *ssa.CallCommon, held State) State {
	passed := State{}
	_, args := f.pkg.target(call)
	for lock, h := range held {
		if !h.Must && !h.Some {
			continue
		}
		h.Op.Callee = nil
		passed[Lock{f.pkg.rename(callee, args, lock.Path, h.Key), lock.Read}] = h
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
		base := p.place(arg)
		if i >= len(callee.SSA.Params) || base.Root != path.Root {
			continue
		}
		if rest, ok := strings.CutPrefix(path.Fields, base.Fields); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return Path{callee.SSA.Params[i], rest}
		}
	}
	return Path{nil, key}
}

// meet keeps what t holds as well, and remembers of the rest that some callers
// hold it. It reports whether anything changes.
func (s State) meet(t State) bool {
	changed := false
	for lock, h := range s {
		other, ok := t[lock]
		if !h.Must || ok && other.Must {
			continue
		}
		weaker := Lock{lock.Path, true}
		if _, read := t[weaker]; read && !lock.Read {
			delete(s, lock)
			s[weaker] = h // all of them hold it for reading
		} else {
			h.Must, h.Some = false, true
			s[lock] = h
		}
		changed = true
	}
	for lock, h := range t {
		strong, ok := s[Lock{lock.Path, false}]
		_, same := s[lock]
		_, both := t[Lock{lock.Path, false}]
		switch {
		case same:
		case ok && strong.Must && lock.Read && !both:
			delete(s, Lock{lock.Path, false})
			s[lock] = h
			changed = true
		case !ok:
			h.Must, h.Some = false, true
			s[lock] = h
			changed = true
		}
	}
	return changed
}

// contract matches comments by which a function asks its callers to hold a lock.
var contract = regexp.MustCompile(`(?i)\b(lock|locks|locked|mutex|mu|mtx|rlock)\b[^.]*\b(held|hold|holds|holding|acquired|taken|owned)\b|\b(hold|holds|holding|acquire|acquired|with|under)\b[^.]*\b(lock|locks|mutex|mu|mtx|rlock)\b|not (safe for concurrent|thread.?safe|goroutine.?safe|concurrency.?safe)|must be locked|caller (must|should) lock`)

// Contract reports whether the name or the comment of a function says that it is
// called with a lock held, or that callers see to synchronisation.
func Contract(fn *ssa.Function) bool {
	name := strings.ToLower(fn.Name())
	for _, word := range []string{"locked", "unlocked", "unsafe", "nolock", "withlock", "withoutlock", "lockheld"} {
		if strings.HasSuffix(name, word) {
			return true
		}
	}
	doc := docOf(fn)
	return doc != "" && contract.MatchString(strings.ReplaceAll(doc, "\n", " "))
}

func docOf(fn *ssa.Function) string {
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && decl.Doc != nil {
		return decl.Doc.Text()
	}
	return ""
}
