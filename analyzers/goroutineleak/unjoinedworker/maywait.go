package unjoinedworker

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// pauseIn returns where one of the functions pauses, or waits for anything that ends a
// pause: it leaves others some time, and gets no signal from them.
func pauseIn(fns []*ssa.Function) token.Pos {
	for _, fn := range fns {
		for instr := range ssaflow.Instrs(fn) {
			if pauses(instr) {
				return instr.Pos()
			}
		}
	}
	return token.NoPos
}

func pauses(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		name := ssaflow.Callee(instr.Common())
		return catalog.Sleeps[name] || strings.HasSuffix(name, ").Wait")
	}
	return false
}
