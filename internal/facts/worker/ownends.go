package worker

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// ofIteration reports whether instr closes a channel that its function made in the same iteration, as the
// channel of one reply: that is no signal of the end.
func ofIteration(instr ssa.Instruction, inRound bool) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "close" {
		return false
	}
	made, ok := call.Call.Args[0].(*ssa.MakeChan)
	return ok && (inRound || ssaflow.Reaches(made.Block(), made.Block()))
}

// endsOwn reports whether a call ends a context that its own function has made, or one that the goroutine
// looks at: others do not wait for the goroutine by that.
func (t *teller) endsOwn(call *ssa.CallCommon) bool {
	if madeBy(call.Value) != nil {
		return true
	}
	c := t.flow.Class(call.Value)
	return c != nil && !c.Foreign && len(c.Makes) > 0 && !slices.ContainsFunc(c.Makes, func(m ssa.Value) bool {
		made := madeBy(m)
		return made == nil || !t.looksAt(made)
	})
}

// madeBy returns the call that makes a context of which v is the function that ends it, nil if v is none.
func madeBy(v ssa.Value) *ssa.Call {
	ex, ok := v.(*ssa.Extract)
	if !ok || ex.Index != 1 {
		return nil
	}
	made, ok := ex.Tuple.(*ssa.Call)
	if !ok || catalog.ContextEnds[ssaflow.Callee(&made.Call)] == "" {
		return nil
	}
	return made
}

// looksAt reports whether the goroutine asks whether the context has ended that a call makes.
func (t *teller) looksAt(made *ssa.Call) bool {
	for instr := range ssaflow.Instrs(t.root) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		switch ssaflow.Callee(&call.Call) {
		case "(context.Context).Done", "(context.Context).Err":
			c := t.flow.Class(call.Call.Value)
			if c != nil && slices.ContainsFunc(c.Makes, func(m ssa.Value) bool { ex, ok := m.(*ssa.Extract); return ok && ex.Tuple == made }) {
				return true
			}
		}
	}
	return false
}
