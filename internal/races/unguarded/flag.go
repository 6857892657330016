package unguarded

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// endsLoop reports whether a read of a flag decides about a loop of a goroutine.
func endsLoop(a *access.Access, t *threads.Thread) bool {
	load, ok := a.Instr.(*ssa.UnOp)
	if basic, isBasic := a.Field.Type().Underlying().(*types.Basic); !ok || !isBasic || basic.Info()&types.IsBoolean == 0 || !threads.Starts(t.Frames) {
		return false
	}
	decides := func(v ssa.Value) bool {
		return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			_, branch := ref.(*ssa.If)
			return branch
		})
	}
	tested := decides(load) || slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		not, ok := ref.(*ssa.UnOp)
		return ok && decides(not)
	})
	for _, fr := range t.Frames {
		if fr.Start {
			break
		}
		if lockset.Loops(fr.At.Block()) {
			return tested || fr.At != a.Instr
		}
	}
	return false
}
