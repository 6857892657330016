package waitcycle

import (
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"golang.org/x/tools/go/ssa"
)

// An event is an instruction, or the end of a function when instr is nil or
// deferred.
type event struct {
	fn    *ssa.Function
	instr ssa.Instruction
	guard *Wait // the wait that it comes after
}

// pos returns where the event is.
func (e event) pos() token.Pos {
	if e.instr != nil {
		return e.instr.Pos()
	}
	return astindex.FuncBody(e.fn.Syntax()).Rbrace
}

// kind says what happens.
func (e event) kind() string {
	switch instr := e.instr.(type) {
	case *ssa.Send:
		return "send"
	case *ssa.UnOp:
		return "receive"
	case *ssa.Select:
		return "select"
	case ssa.CallInstruction:
		if _, ok := instr.Common().Value.(*ssa.Builtin); ok {
			return "close"
		}
	}
	return "end"
}
