package origin

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Reads reports whether a value is computed from a field.
func Reads(p *lockset.Package, v ssa.Value, field *types.Var, depth int) bool {
	return ReadsFrom(p, v, depth, func(from lockset.Place) bool { return from.Field == field })
}

// ReadsFrom reports whether a value is computed from what is loaded from a place.
func ReadsFrom(p *lockset.Package, v ssa.Value, depth int, from func(lockset.Place) bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && from(p.Place(load.X)) {
		return true
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && ReadsFrom(p, *op, depth-1, from)
	})
}
