package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An event is an instruction, or the end of a function when instr is nil or
// deferred.
type event struct {
	fn    *ssa.Function
	instr ssa.Instruction
	guard *wait // behind which it comes
}

// pos returns where the event is.
func (e event) pos() token.Pos {
	if e.instr != nil {
		return e.instr.Pos()
	}
	return funcBody(e.fn.Syntax()).Rbrace
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

// A point is a place in a function: in front of the index-th instruction of block.
type point struct {
	block *ssa.BasicBlock
	index int
}

// before reports whether control has been at p whenever it gets to q.
func (p point) before(q point) bool {
	if p.block == q.block {
		return p.index <= q.index
	}
	return p.block.Parent() == q.block.Parent() && p.block.Dominates(q.block)
}

// placeOf returns the place in front of instr.
func placeOf(instr ssa.Instruction) point {
	return point{instr.Block(), slices.Index(instr.Block().Instrs, instr)}
}
