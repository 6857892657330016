package serving

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// waitsBehind reports whether something after last in its function waits, or a deferred
// call does.
func (s *Signalled) waitsBehind(last ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(last.Parent()) {
		if d, ok := instr.(*ssa.Defer); ok {
			fns, _ := s.flow.Callees(d)
			if catalog.Joins[ssaflow.Callee(&d.Call)] && !s.joinsOthers(&d.Call) || s.bodyWaits(fns, 3) {
				return true
			}
		}
		if instr != last && ssainstr.Precedes(last, instr) && s.waits(instr, 3) {
			return true
		}
	}
	return false
}

func (s *Signalled) waits(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && !(depth > 0 && s.endsApart(instr.X, depth-1))
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name]
		fns, _ := s.flow.Callees(instr)
		return stops || catalog.Drains[name] || catalog.Joins[name] && !s.joinsOthers(&instr.Call) || depth > 0 && s.bodyWaits(fns, depth-1)
	}
	return false
}

func (s *Signalled) bodyWaits(fns []*ssa.Function, depth int) bool {
	for _, fn := range fns {
		for instr := range ssaflow.Instrs(fn) {
			if s.waits(instr, depth) {
				return true
			}
		}
	}
	return false
}

// endsApart reports whether goroutines end each receive from a channel that wait for nothing but a signal:
// they end before the shutdown of a server does.
//
//	go func() {
//		defer close(swept)
//		registry.Sweep(ctx)
//	}()
//	defer func() { <-swept }()
func (s *Signalled) endsApart(ch ssa.Value, depth int) bool {
	c := s.flow.Class(ch)
	if c == nil || c.Foreign || c.OutSends {
		return false
	}
	ends := slices.Concat(c.Sends, c.Closes)
	return len(ends) > 0 && !slices.ContainsFunc(ends, func(op ssaflow.Op) bool { return !s.apart(op.Instr.Parent(), depth) })
}

// apart reports whether a function runs in goroutines of its own alone, and waits for nothing but a signal.
func (s *Signalled) apart(fn *ssa.Function, depth int) bool {
	callers, complete := s.flow.Callers(fn)
	if !complete || len(callers) == 0 || slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool { _, isGo := call.(*ssa.Go); return !isGo }) {
		return false
	}
	return s.onlySignals(fn, depth)
}

// onlySignals reports whether a function, and those of the package that it calls, wait for nothing but a signal.
func (s *Signalled) onlySignals(fn *ssa.Function, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		if !s.learns(instr) && !makesTimer(instr) && s.waits(instr, 0) {
			return false
		}
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		fns, _ := s.flow.Callees(call)
		if len(fns) > 0 && (depth == 0 || slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return !s.onlySignals(fn, depth-1) })) {
			return false
		}
	}
	return true
}

// makesTimer reports whether a call makes a timer or ticker: what waits is the receive from it.
func makesTimer(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && (callmatch.TypeName(call.Type()) == "time.Ticker" || callmatch.TypeName(call.Type()) == "time.Timer")
}
