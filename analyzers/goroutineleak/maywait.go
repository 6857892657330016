package goroutineleak

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// mayWait reports whether one of the functions may wait for a goroutine: on a
// channel, a WaitGroup, or by pausing.
func mayWait(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for instr := range ssaflow.Instrs(fn) {
			if pauses(instr) {
				return true
			}
		}
	}
	return false
}

func pauses(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select, *ssa.Send: // a send may be a rendezvous
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		name := ssaflow.Callee(instr.Common())
		return name == "time.Sleep" || strings.HasSuffix(name, ").Wait")
	}
	return false
}
