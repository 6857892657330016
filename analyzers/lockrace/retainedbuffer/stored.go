package retainedbuffer

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// collects reports whether the result of an append of the value is what the next iteration appends to.
func (b *buffer) collects(h *held, add *ssa.Call, result ssa.Value, depth int) bool {
	if b, ok := add.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || !h.holds(add.Call.Args[1]) {
		return false
	}
	block := b.call.Block()
	return slices.ContainsFunc(ssabuild.Referrers(result), func(ref ssa.Instruction) bool {
		phi, ok := ref.(*ssa.Phi)
		return ok && (phi.Block().Dominates(block) && ssaflow.Reaches(block, phi.Block()) || depth > 0 && b.collects(h, add, phi, depth-1))
	})
}

// stored says that a store is to something that retains it.
func (b *buffer) stored(h *held, store *ssa.Store) string {
	if at, ok := partOf(store.Addr); ok {
		cell := at.cell
		if b.row.Loop && refers(store.Val.Type()) && b.call.Parent() == h.fn && !ssaflow.Reaches(b.call.Block(), cell.Block()) {
			return "is appended to a slice"
		}
		return ""
	}
	if !b.outer(h, store.Addr) || b.row.Loop && !refers(store.Val.Type()) || replaced(store) {
		return ""
	}
	if refers(store.Val.Type()) {
		return "is appended to a slice"
	}
	return "is stored"
}

// replaced reports whether the function stores something else in the same field after that: the field refers to the value for the time of a call.
func replaced(store *ssa.Store) bool {
	field, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	for instr := range ssaflow.Instrs(store.Parent()) {
		other, ok := instr.(*ssa.Store)
		if !ok || other == store || !ssaflow.Follows(store, other) {
			continue
		}
		if addr, ok := other.Addr.(*ssa.FieldAddr); ok && addr.X == field.X && addr.Field == field.Field {
			return true
		}
	}
	return false
}

// outlives reports whether a map is still used when the memory is reused.
func (b *buffer) outlives(h *held, table ssa.Value) bool {
	switch table := table.(type) {
	case *ssa.MakeMap:
		return b.row.Loop && b.call.Parent() == h.fn && !ssaflow.Reaches(b.call.Block(), table.Block())
	case *ssa.UnOp:
		return b.outer(h, table.X)
	}
	return false
}
