package sendcount

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
)

// instead returns the most that what fn defers sends in place of fn's own sends,
// because fn has panicked:
//
//	defer func() {
//		if r := recover(); r != nil {
//			errc <- fmt.Errorf("panic: %v", r)
//		}
//	}()
//	errc <- work()
func (c SendCounter) instead(fn *ssa.Function, depth int) int {
	most := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			fns, _ := c.Flow.Callees(call)
			for _, deferred := range fns {
				if c.onlyRecovered(deferred) {
					most = max(most, c.from(deferred, nil, nil, depth-1).bare)
				}
			}
		}
	}
	return most
}

// either returns the most sends of a function that sends own if it does not panic, and
// instead if it panics before the last of them.
func either(own, instead int) int {
	if own == 0 || instead == 0 {
		return max(own, instead)
	}
	return max(own, Plus(own-1, instead))
}

// onlyRecovered reports whether a deferred function sends only when it has
// recovered from a panic.
func (c SendCounter) onlyRecovered(fn *ssa.Function) bool {
	sends := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			send, ok := instr.(*ssa.Send)
			if !ok || c.Flow.Class(send.Chan) != c.Class {
				continue
			}
			if sends = true; !behindRecover(b) {
				return false
			}
		}
	}
	return sends
}

// behindRecover reports whether b is reached only when recover has returned
// something.
func behindRecover(b *ssa.BasicBlock) bool {
	for d := b; d.Idom() != nil; d = d.Idom() {
		cond, ok := ssainstr.LastOf(d.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || !isRecover(cmp.X) || !ssainstr.IsNil(cmp.Y) {
			continue
		}
		yes := cond.Block().Succs[0]
		if cmp.Op == token.EQL {
			yes = cond.Block().Succs[1]
		}
		if len(yes.Preds) == 1 && yes.Dominates(b) {
			return true
		}
	}
	return false
}

func isRecover(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "recover"
}
