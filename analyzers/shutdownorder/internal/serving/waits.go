package serving

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// waitsBehind reports whether something after last in its function waits, or a deferred
// call does.
func (s *Signalled) waitsBehind(last ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(last.Parent()) {
		if d, ok := instr.(*ssa.Defer); ok {
			fns, _ := s.flow.Callees(d)
			if catalog.Joins[ssaflow.Callee(&d.Call)] || s.bodyWaits(fns, 3) {
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
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name]
		fns, _ := s.flow.Callees(instr)
		return stops || catalog.Drains[name] || catalog.Joins[name] || depth > 0 && s.bodyWaits(fns, depth-1)
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
