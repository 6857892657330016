package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// knowledge says what is known of the locks that callers of a function hold.
type knowledge int

const (
	unreached knowledge = iota // no caller was seen
	Known                      // the entry state is what all callers hold
	Unknown                    // it has a caller that is not known
)

// outside says what is known of f's callers before looking at its call sites.
func (f *Func) outside() knowledge {
	switch {
	case f.Contract():
		return Unknown
	case Handles(f.SSA):
		return Known
	case f.SSA.Parent() != nil:
		k := f.literal()
		f.InPlace = k == unreached
		if f.Resolved {
			return unreached
		}
		return k
	case f.SSA.Object() == nil || f.SSA.Synthetic != "":
		return Unknown
	case f.AsValue() && !f.Resolved:
		return Unknown
	case f.SSA.Name() == "main" || f.SSA.Name() == "init":
		return Known
	}
	recv := f.SSA.Signature.Recv()
	if !f.SSA.Object().Exported() {
		return unreached
	}
	if recv != nil && len(f.Sites) > 0 && !exportedType(recv.Type()) && (f.invoked || !f.boxed) {
		return unreached // like an unexported one: other packages cannot name it
	}
	return Known
}

func exportedType(t types.Type) bool {
	named, ok := types.Unalias(callmatch.Deref(t)).(*types.Named)
	return ok && named.Obj().Exported()
}

// literal says what is known of the callers of a function literal: everything,
// when it is only called or started where it stands.
func (f *Func) literal() knowledge {
	mc := f.Pkg.Closures[f.SSA]
	if mc == nil { // captures nothing
		return f.bare()
	}
	for _, ref := range ssabuild.Referrers(mc) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if f.Pkg.Alloc(ref.Addr) == nil || OnlyStore(f.Pkg.Alloc(ref.Addr)) == nil || !f.onlyCalled(ref.Addr) {
				return Unknown
			}
		case ssa.CallInstruction:
			if ref.Common().Value != mc && f.Pkg.Callee(ref.Common()) != f && f.Pkg.Spawned(ref.Common()) != f {
				return Unknown
			}
		default:
			return Unknown
		}
	}
	return unreached
}

// onlyCalled reports whether a variable that holds a literal is only used to
// call it.
func (f *Func) onlyCalled(addr ssa.Value) bool {
	for _, ref := range ssabuild.Referrers(addr) {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			if _, closure := ref.(*ssa.MakeClosure); closure {
				return false
			}
			continue
		}
		for _, use := range ssabuild.Referrers(load) {
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
	if f.AsValue() {
		return Unknown
	}
	return unreached
}

// AsValue reports whether f is used other than by calling it.
func (f *Func) AsValue() bool { return f.Pkg.values()[f.SSA] }

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
		if !ok || call != nil && (i == 0 && call.Common().Value == fn || p.ByFunc[fn] != nil && p.Spawned(call.Common()) == p.ByFunc[fn]) {
			continue
		}
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			if isBound(fn) && !p.onlyCalledInPlace(mc) {
				if obj, ok := fn.Object().(*types.Func); ok && p.ByObject[obj.Origin()] != nil {
					p.asValue[p.ByObject[obj.Origin()].SSA] = true
				}
			}
			continue
		}
		if origin := fn.Origin(); origin != nil {
			fn = origin
		}
		p.asValue[fn] = true
		if obj, ok := fn.Object().(*types.Func); ok && p.ByObject[obj.Origin()] != nil {
			p.asValue[p.ByObject[obj.Origin()].SSA] = true
		}
	}
}

// onlyCalledInPlace reports whether a method value is called where it is made, or is what a goroutine runs.
func (p *Package) onlyCalledInPlace(mc *ssa.MakeClosure) bool {
	for _, ref := range ssabuild.Referrers(mc) {
		call, ok := ref.(ssa.CallInstruction)
		if _, debug := ref.(*ssa.DebugRef); !debug && (!ok || call.Common().Value != mc && p.Spawned(call.Common()) != p.valueOf(mc)) {
			return false
		}
	}
	return true
}

// Roots adds the functions at which the goroutines begin that run f; nil stands
// for callers that cannot be seen.
func (f *Func) Roots(found, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	if f.Callers != Known {
		found[nil] = true
	}
	if f.Root && !f.Closed() {
		found[f] = true
	}
	for _, s := range f.Sites {
		if s.Start || s.Began != nil {
			found[f] = true
		} else {
			s.Caller.Roots(found, seen)
		}
	}
}

// Closed reports whether all callers of f, a function of a program, are in this package,
// although its name is exported.
func (f *Func) Closed() bool {
	return f.SSA.Pkg != nil && f.SSA.Pkg.Pkg.Name() == "main" && len(f.Sites) > 0 && !f.Uncalled && !Handles(f.SSA) && !f.AsValue()
}

// Serves reports whether f waits for channels in a loop.
func (f *Func) Serves() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Select); ok && Loops(b) {
				return true
			}
		}
	}
	return false
}
