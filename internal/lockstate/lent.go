package lockstate

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// lent returns the locks that a function holds when it starts a goroutine, and still holds
// when it waits for it: no other goroutine accesses what they protect while the goroutine
// runs. The goroutine does not hold them itself.
func (f *Func) lent(start ssa.Instruction, held State) State {
	lent := State{}
	if len(held) == 0 {
		return lent
	}
	f.Walk(func(instr ssa.Instruction, then State) {
		if !joins(instr) || !precedes(start, instr) {
			return
		}
		for lock, h := range held {
			if still, ok := then[lock]; ok && still.Must && still.Pos == h.Pos {
				h.Must, h.Lent = false, true
				lent[lock] = h
			}
		}
	})
	return lent
}

// joins reports whether an instruction may wait for a goroutine to end.
func joins(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return instr.Blocking
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	}
	return orders(instr)
}
