package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// claimed reports whether the function has ensured before, under the lock, that no other
// goroutine changes the field: it stored the value that it now reads, or it set a flag that
// excludes others, if need be before it started the goroutine.
func (p *Package) claimed(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	start, starts := a.Func.startedAt()
	for _, other := range p.accesses {
		store, ok := other.Instr.(*ssa.Store)
		if !ok || !other.Write || other.Owner != a.Owner {
			continue
		}
		if _, held := other.Holds(g.Path(a)); !held {
			continue
		}
		_, isBool := constBool(store.Val)
		flag := isBool && other.Field != a.Field
		same := other.Field == a.Field && !p.reads(store.Val, a.Field, 6)
		if (flag || same) && before(other.within(a.Func), a.Instr) || flag && starts && before(other.within(a.Func.sites[0].caller), start) {
			return true
		}
	}
	return false
}

// within returns the instruction of f in which the access happens: it itself, or the
// call in place of the literal that it is in; nil if there is none.
func (a *Access) within(f *Func) ssa.Instruction {
	switch {
	case a.Func == f:
		return a.Instr
	case a.Func.inPlace && len(a.Func.sites) == 1 && a.Func.sites[0].caller == f:
		return a.Func.sites[0].instr
	}
	return nil
}

// startedAt returns the only start of the goroutine that f, a literal, is.
func (f *Func) startedAt() (ssa.Instruction, bool) {
	if !f.inPlace || len(f.sites) != 1 || !f.started() {
		return nil, false
	}
	return f.sites[0].instr, true
}

// before reports whether a always comes before b.
func before(a, b ssa.Instruction) bool {
	if a == nil {
		return false
	}
	_, started := a.(*ssa.Go)
	return !started && a.Block().Dominates(b.Block()) && precedes(a, b)
}

// reads reports whether a value is computed from a field.
func (p *Package) reads(v ssa.Value, field *types.Var, depth int) bool {
	return p.readsFrom(v, depth, func(from Place) bool { return from.Field == field })
}

// readsFrom reports whether a value is computed from what is loaded from a place.
func (p *Package) readsFrom(v ssa.Value, depth int, from func(Place) bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && from(p.place(load.X)) {
		return true
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && p.readsFrom(*op, depth-1, from)
	})
}

// snapshot reports whether elements are accessed of a map or slice that was read
// from the field under a lock.
func (a *Access) snapshot() bool {
	if !a.Content {
		return false
	}
	for _, op := range a.Instr.Operands(nil) {
		if load, ok := (*op).(*ssa.UnOp); ok && a.Func.heldAt(load) {
			return true
		}
		if elem, ok := (*op).(*ssa.IndexAddr); ok {
			if load, ok := elem.X.(*ssa.UnOp); ok && a.Func.heldAt(load) {
				return true
			}
		}
	}
	return false
}

// heldAt reports whether any lock may be held at an instruction.
func (f *Func) heldAt(at ssa.Instruction) bool {
	held := false
	f.Walk(func(instr ssa.Instruction, st State) {
		held = held || instr == at && st.locked()
	})
	return held
}

// MayHold reports whether any lock may be held at an instruction of the package,
// by the function around it or by callers of that.
func (p *Package) MayHold(instr ssa.Instruction) bool {
	f := p.byFunc[instr.Parent()]
	return f != nil && f.heldAt(instr)
}
