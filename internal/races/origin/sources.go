package origin

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Sources returns the instructions that a value may come from.
func Sources(v ssa.Value) []ssa.Instruction {
	var list []ssa.Instruction
	seen := make(map[ssa.Value]bool)
	var from func(v ssa.Value)
	from = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.FieldAddr:
			from(x.X)
		case *ssa.Extract:
			from(x.Tuple)
		case *ssa.TypeAssert:
			from(x.X)
		case *ssa.Next:
			from(x.Iter)
		case *ssa.Phi:
			for _, e := range x.Edges {
				from(e)
			}
		case ssa.Instruction:
			if values := storedIn(x); len(values) > 0 {
				for _, value := range values {
					from(value)
				}
				return
			}
			list = append(list, x)
		}
	}
	from(v)
	return list
}

// storedIn returns what is stored to the local variable that an instruction reads, such as the
// result of a function that defers.
func storedIn(instr ssa.Instruction) []ssa.Value {
	load, ok := instr.(*ssa.UnOp)
	if !ok {
		return nil
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || !lockset.StoredHereOnly(alloc) {
		return nil
	}
	var list []ssa.Value
	for _, ref := range ssabuild.Referrers(alloc) {
		if store, ok := ref.(*ssa.Store); ok {
			list = append(list, store.Val)
		}
	}
	return list
}
