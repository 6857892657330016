package blockedsend

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// filled returns the doubt that the buffer may be large enough. There is none where the receiver puts back
// what it has received, and another function fills the buffer in a loop.
//
//	task := <-tasks
//	if busy {
//		tasks <- task
//	}
func filled(c *ssaflow.Class, send *ssa.Send, receiver *ssa.Function, lives *lifetime.Lifetimes) []check.Doubt {
	if receivedOn(c, send.X, 6) && slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool {
		other, ok := op.Instr.(*ssa.Send)
		return ok && other != send && op.Fn() != receiver && lives.Repeats(other, 4)
	}) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.UnknownLimit, c.Makes[0].Pos())}
}

// receivedOn reports whether a value was received from a channel of the class.
func receivedOn(c *ssaflow.Class, v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	is := func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(slices.Concat(c.Receives, c.Ranges), func(op ssaflow.Op) bool { return op.Instr == instr })
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return is(v)
		}
		cell, ok := v.X.(*ssa.Alloc)
		return ok && slices.ContainsFunc(ssabuild.Referrers(cell), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == ssa.Value(cell) && receivedOn(c, store.Val, depth-1)
		})
	case *ssa.Extract:
		instr, ok := v.Tuple.(ssa.Instruction)
		return ok && is(instr)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return receivedOn(c, edge, depth-1) })
	}
	return false
}
