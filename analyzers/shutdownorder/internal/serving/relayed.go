package serving

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// handsOn reports whether one of the operations follows a signal.
//
//	go func() { <-sigs; close(stop) }()
//	<-stop
func (s *Signalled) handsOn(ops []ssaflow.Op) bool {
	return slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return s.follows(op.Instr, 2) })
}

// follows reports whether instr comes behind a signal at once, in its function or
// in one of those that call it.
func (s *Signalled) follows(instr ssa.Instruction, depth int) bool {
	for from := range ssaflow.Instrs(instr.Parent()) {
		if s.learns(from) && ssainstr.Precedes(from, instr) {
			return s.quick(from, instr)
		}
	}
	if depth == 0 || !s.quick(nil, instr) {
		return false
	}
	callers, _ := s.flow.Callers(instr.Parent())
	return slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
		call, ok := c.(*ssa.Call)
		return ok && s.follows(call, depth-1)
	})
}

// cancelled reports whether the cancel function that a call gives is called when a
// signal has come.
func (s *Signalled) cancelled(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 1 {
			c := s.flow.Class(ex)
			return c != nil && s.handsOn(c.Calls)
		}
	}
	return false
}
