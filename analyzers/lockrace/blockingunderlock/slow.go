package blockingunderlock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// slow reports whether what a goroutine does between two receives may take long, so that the buffer which it
// empties is full sooner or later: it asks another machine, or calls a method of an interface with a context.
func slow(p *check.Pass, model *lockset.Package, fn *ssa.Function, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if own := model.Callee(&call.Call); own != nil {
			if depth > 0 && slow(p, model, own.SSA, depth-1) {
				return true
			}
			continue
		}
		if obj := ssaflow.Object(&call.Call); obj != nil && (call.Call.IsInvoke() && takesContext(obj) || outbound.Of(p.Pass).Sends(obj)) {
			return true
		}
	}
	return false
}

func takesContext(fn *types.Func) bool {
	return slices.ContainsFunc(slices.Collect(fn.Signature().Params().Variables()), func(v *types.Var) bool {
		return callmatch.IsType(v.Type(), "context.Context")
	})
}
