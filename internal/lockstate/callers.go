package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// knowledge says what is known of the locks that callers of a function hold.
type knowledge int

const (
	unreached knowledge = iota // no caller was seen
	known                      // the entry state is what all callers hold
	unknown                    // it has a caller that is not known
)

// outside says what is known of f's callers before looking at its call sites.
func (f *Func) outside() knowledge {
	switch {
	case Contract(f.SSA):
		return unknown
	case handles(f.SSA):
		return known
	case f.SSA.Parent() != nil:
		k := f.literal()
		f.inPlace = k == unreached
		if f.resolved {
			return unreached
		}
		return k
	case f.SSA.Object() == nil || f.SSA.Synthetic != "":
		return unknown
	case f.asValue() && !f.resolved:
		return unknown
	case f.SSA.Name() == "main" || f.SSA.Name() == "init":
		return known
	}
	recv := f.SSA.Signature.Recv()
	if !f.SSA.Object().Exported() {
		return unreached
	}
	if recv != nil && len(f.sites) > 0 && !exportedType(recv.Type()) {
		return unreached // like an unexported one: other packages cannot name it
	}
	return known
}

func exportedType(t types.Type) bool {
	named, ok := types.Unalias(callmatch.Deref(t)).(*types.Named)
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
			if ref.Common().Value != mc && f.pkg.Callee(ref.Common()) != f && f.pkg.spawned(ref.Common()) != f {
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
		if !ok || call != nil && (i == 0 && call.Common().Value == fn || p.byFunc[fn] != nil && p.spawned(call.Common()) == p.byFunc[fn]) {
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

// onlyCalledInPlace reports whether a method value is called where it is made, or is what a goroutine runs.
func (p *Package) onlyCalledInPlace(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		call, ok := ref.(ssa.CallInstruction)
		if _, debug := ref.(*ssa.DebugRef); !debug && (!ok || call.Common().Value != mc && p.spawned(call.Common()) != p.valueOf(mc)) {
			return false
		}
	}
	return true
}
