package atomicity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// stored returns the value that a write stores.
func stored(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr.Val
	case *ssa.MapUpdate:
		return instr.Value
	}
	return nil
}

// computes reports whether a write stores a value, and not a reference to something that others
// may have changed since it was found.
func computes(instr ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	if !ok {
		_, ok = instr.(*ssa.Store)
		return ok
	}
	switch update.Value.Type().Underlying().(type) {
	case *types.Basic, *types.Struct:
		return true
	}
	return false
}

// derives reports whether v is computed from what an instruction found, without a call
// between the two.
func derives(p *lockset.Package, v ssa.Value, from ssa.Instruction, depth int) bool {
	return derivesNew(p, v, from, depth, make(map[ssa.Value]int))
}

// derivesNew is derives but for values that were looked at with as much depth before.
func derivesNew(p *lockset.Package, v ssa.Value, from ssa.Instruction, depth int, seen map[ssa.Value]int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth <= seen[v] {
		return false
	}
	seen[v] = depth
	if instr == from {
		return true
	}
	if _, call := v.(*ssa.Call); call {
		return false
	}
	if slices.ContainsFunc(parts(instr), func(stored ssa.Value) bool { return derivesNew(p, stored, from, depth-1, seen) }) {
		return true
	}
	var buf [10]*ssa.Value
	return slices.ContainsFunc(instr.Operands(buf[:0]), func(op *ssa.Value) bool {
		return *op != nil && derivesNew(p, *op, from, depth-1, seen)
	})
}

// parts returns what is stored to a local struct that an instruction loads, and to its fields, without
// what another value has replaced since.
func parts(instr ssa.Instruction) []ssa.Value {
	load, ok := instr.(*ssa.UnOp)
	if !ok {
		return nil
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || alloc.Heap || !lockset.IsStruct(load.Type()) {
		return nil
	}
	var whole, list []*ssa.Store
	for _, ref := range ssabuild.Referrers(alloc) {
		switch ref := ref.(type) {
		case *ssa.Store:
			whole = append(whole, ref)
		case *ssa.FieldAddr:
			for _, use := range ssabuild.Referrers(ref) {
				if store, ok := use.(*ssa.Store); ok {
					list = append(list, store)
				}
			}
		}
	}
	var values []ssa.Value
	for _, store := range append(list, whole...) {
		if !slices.ContainsFunc(whole, func(later *ssa.Store) bool {
			return later != store && dominates(store, later) && dominates(later, load)
		}) {
			values = append(values, store.Val)
		}
	}
	return values
}

// dominates reports whether a comes before b on each path that leads to b.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}
