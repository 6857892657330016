package threads

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// pollLoop reports whether a method works in a loop that a ticker drives and that only a case of its
// select ends: it returns when the object is no longer used, and importers run it as a goroutine.
//
//	func (g *Guard) Watch(ctx context.Context) {
//		for {
//			select {
//			case <-ticker.C:
//				g.reload()
//			case <-ctx.Done():
//				return
//			}
//		}
//	}
func pollLoop(f *lockset.Func, at *ssa.BasicBlock) bool {
	if f.SSA.Signature.Recv() == nil || f.SSA.Parent() != nil {
		return false
	}
	ticks, ended := false, false
	for _, b := range f.SSA.Blocks {
		if !SameLoop(b, at) {
			continue
		}
		for _, instr := range b.Instrs {
			for _, ch := range order.Received(instr) {
				ticks = ticks || isTicker(ch)
			}
		}
		for _, succ := range b.Succs {
			if _, panics := lockset.LastOf(succ).(*ssa.Panic); panics || SameLoop(succ, at) {
				continue // a select panics if it has no case
			}
			if !choosesCase(b) {
				return false
			}
			ended = true
		}
	}
	return ticks && ended
}

// endless reports whether a block is in a loop that pauses or waits in each pass and that nothing leaves: what calls the
// function does nothing else.
//
//	for {
//		usage = measure()
//		time.Sleep(interval)
//	}
func endless(at *ssa.BasicBlock) bool {
	pauses := false
	for _, b := range at.Parent().Blocks {
		if !SameLoop(b, at) {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			pauses = pauses || ok && catalog.Sleeps[ssaflow.Callee(&call.Call)] || len(order.Received(instr)) > 0
		}
		for _, succ := range b.Succs {
			if _, panics := lockset.LastOf(succ).(*ssa.Panic); !panics && !SameLoop(succ, at) {
				return false
			}
		}
	}
	return pauses
}

// SameLoop reports whether control gets from each of two blocks to the other.
func SameLoop(a, b *ssa.BasicBlock) bool {
	return a == b && lockset.Loops(a) || a != b && lockset.Backward(a).Has(b) && lockset.Backward(b).Has(a)
}

// isTicker reports whether a channel is that of a ticker, or of a timer.
func isTicker(ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	name := callmatch.TypeName(callmatch.Deref(field.X.Type()))
	return name == "time.Ticker" || name == "time.Timer"
}

// choosesCase reports whether a branch decides between the cases of a select, or asks whether a channel
// is closed.
func choosesCase(b *ssa.BasicBlock) bool {
	test, ok := lockset.LastOf(b).(*ssa.If)
	if !ok {
		return false
	}
	cond := test.Cond
	if bin, ok := cond.(*ssa.BinOp); ok && bin.Op == token.EQL {
		cond = bin.X
	}
	ex, ok := cond.(*ssa.Extract)
	if !ok {
		return false
	}
	switch from := ex.Tuple.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return from.Op == token.ARROW
	}
	return false
}
