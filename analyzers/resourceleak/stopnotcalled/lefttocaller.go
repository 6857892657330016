package stopnotcalled

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// leftToCaller returns the call that takes back what a site has taken, in a function literal that a path
// returns: the caller is to call that, and gets none on the paths that fail.
//
//	return func() { p.slots.Release(1) }, nil
func leftToCaller(s *site.Site, o *resource.Opening, fate *resource.Fate) ssa.CallInstruction {
	if !slices.ContainsFunc(fate.Gone, func(h resource.Hop) bool { return h.Way == resource.Returned }) {
		return nil
	}
	return pairIn(s.SSA.Parent().AnonFuncs, o)
}

// pairIn returns the call that ends a pair in one of some literals, or of those in them.
func pairIn(lits []*ssa.Function, o *resource.Opening) ssa.CallInstruction {
	for _, lit := range lits {
		for instr := range ssaflow.Instrs(lit) {
			if call, ok := instr.(ssa.CallInstruction); ok && o.Pair(call.Common()) {
				return call
			}
		}
		if call := pairIn(lit.AnonFuncs, o); call != nil {
			return call
		}
	}
	return nil
}
