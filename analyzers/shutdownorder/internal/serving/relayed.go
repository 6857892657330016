package serving

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// handsOn reports whether one of the operations follows a signal.
//
//	go func() { <-sigs; close(stop) }()
//	<-stop
func (s *Signalled) handsOn(ops []ssaflow.Op) bool {
	return slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return s.follows(op.Instr, 2) })
}

// follows reports whether instr immediately follows a signal, in its function or in one of
// those that call it.
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

// cancelled returns the call itself if the cancel function that it gives is called when a
// signal has come, else nil.
func (s *Signalled) cancelled(call *ssa.Call) ssa.Instruction {
	if c := s.cancelFunc(call); c != nil && s.handsOn(c.Calls) {
		return call
	}
	return nil
}

// canceler returns the first call, which is not deferred, of the cancel function that a call
// gives. One that comes before any wait of its function goes before others.
func (s *Signalled) canceler(call *ssa.Call) ssa.Instruction {
	c := s.cancelFunc(call)
	if c == nil {
		return nil
	}
	var first ssa.Instruction
	for _, op := range c.Calls {
		if _, plain := op.Instr.(*ssa.Call); !plain {
			continue
		}
		if !afterWait(op.Instr) {
			return op.Instr
		}
		if first == nil {
			first = op.Instr
		}
	}
	return first
}

// afterWait reports whether a join, or the shutdown of a server, comes before instr in its
// function.
func afterWait(instr ssa.Instruction) bool {
	for before := range ssaflow.Instrs(instr.Parent()) {
		call, ok := before.(*ssa.Call)
		if !ok {
			continue
		}
		name := ssaflow.Callee(&call.Call)
		if _, stops := catalog.ServerStops[name]; (stops || catalog.Joins[name]) && ssainstr.Precedes(before, instr) {
			return true
		}
	}
	return false
}

// cancelFunc returns the class of the cancel function that a call gives.
func (s *Signalled) cancelFunc(call *ssa.Call) *ssaflow.Class {
	for _, ref := range ssabuild.Referrers(call) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 1 {
			return s.flow.Class(ex)
		}
	}
	return nil
}
