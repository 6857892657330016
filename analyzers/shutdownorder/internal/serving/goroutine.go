// Package serving determines what runs when a server has returned from serving: what has
// stopped it, and what still waits.
package serving

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// InGoroutine reports whether fn is run by a goroutine of its own that this
// package starts, be it when a context ends.
func InGoroutine(flow *ssaflow.Flow, fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range flow.Starts() {
			if bodies, _ := s.Runs(); slices.Contains(bodies, fn) {
				return true
			}
		}
		if literal := ssainstr.ClosureOf(fn); literal != nil && givenTo(literal, "context.AfterFunc") {
			return true
		}
	}
	return false
}

// givenTo reports whether v is an argument of a call of the function.
func givenTo(v ssa.Value, name string) bool {
	for _, ref := range ssabuild.Referrers(v) {
		if call, ok := ref.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == name {
			return true
		}
	}
	return false
}

// blocksBetween returns the blocks on the paths from one block to the first arrival at
// another, both included.
func blocksBetween(from, to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	ahead := spread(from, to, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
	back := spread(to, from, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds })
	between := map[*ssa.BasicBlock]bool{from: true, to: true}
	for b := range ahead {
		if back[b] {
			between[b] = true
		}
	}
	return between
}

// spread returns the blocks that can be reached from one block without passing
// another, or the first one again.
func spread(from, stop *ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		for _, n := range next(b) {
			if n != stop && n != from && !seen[n] {
				seen[n] = true
				visit(n)
			}
		}
	}
	if from != stop {
		visit(from)
	}
	return seen
}
