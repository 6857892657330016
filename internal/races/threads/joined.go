package threads

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// joinedBefore reports whether x is no goroutine of its own and has waited for one before the
// access, where y is in a goroutine.
func joinedBefore(x, y *Thread) bool {
	return !Starts(x.Frames) && Starts(y.Frames) && (x.waited || joinedByCall(x, y))
}

// joinedByCall reports whether a function that x calls before the access, on every path, returns only when
// the goroutine of y has told it so:
//
//	func (q *queue) Close() error {
//		q.exit()        // close(q.stop); <-q.stopped
//		return q.sync() // the goroutine has sent on q.stopped
//	}
func joinedByCall(x, y *Thread) bool {
	i := slices.IndexFunc(y.Down, func(fr Frame) bool { return fr.Start })
	if i+1 >= len(y.Down) {
		return false
	}
	told := toldBy(y.Down[i+1])
	return len(told) > 0 && slices.ContainsFunc(x.Down, func(fr Frame) bool {
		return slices.ContainsFunc(callsBefore(fr), func(called *lockset.Func) bool { return awaits(called, told) })
	})
}

// toldBy returns the fields on whose channels a goroutine sends a value when it makes no more accesses: a send
// after which it gets to the frame's instruction again orders nothing of what follows.
func toldBy(fr Frame) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	for _, b := range fr.F.SSA.Blocks {
		for _, instr := range b.Instrs {
			if send, ok := instr.(*ssa.Send); ok && !lockset.Precedes(send, fr.At) {
				fields[fr.F.Pkg.Place(send.Chan).Field] = true
			}
		}
	}
	delete(fields, nil)
	return fields
}

// callsBefore returns the functions of the package that a frame calls before its instruction on every path.
func callsBefore(fr Frame) (list []*lockset.Func) {
	at := order.Happens(fr.At)
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if call, ok := instr.(*ssa.Call); ok {
				if called := fr.F.Pkg.Callee(&call.Call); called != nil {
					list = append(list, called)
				}
			}
		}
	}
	return list
}

// awaits reports whether a function returns only after a receive from the channel of one of the fields.
func awaits(f *lockset.Func, told map[*types.Var]bool) bool {
	return slices.ContainsFunc(f.SSA.Blocks, func(b *ssa.BasicBlock) bool {
		receives := slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			recv, ok := instr.(*ssa.UnOp)
			return ok && recv.Op == token.ARROW && told[f.Pkg.Place(recv.X).Field]
		})
		return receives && !slices.ContainsFunc(f.SSA.Blocks, func(end *ssa.BasicBlock) bool {
			_, returns := lockset.LastOf(end).(*ssa.Return)
			return returns && end != f.SSA.Recover && !b.Dominates(end)
		})
	})
}
