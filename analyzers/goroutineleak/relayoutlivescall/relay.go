package relayoutlivescall

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A relay is a goroutine that waits once, and cancels a context then.
type relay struct {
	start ssaflow.Start
	body  *ssa.Function
	wait  ssa.Instruction     // a select without a default, or a receive
	end   ssa.CallInstruction // the call of the function that cancels
	made  *ssa.Call           // what makes the context, in the function that starts the goroutine
}

// relayOf returns the relay that a goroutine is: a literal without a loop, whose only wait comes first.
func relayOf(g deadwait.Goroutine) *relay {
	r := &relay{start: g.Start, body: g.Body}
	if !r.waitsOnce(g) {
		return nil
	}
	for _, call := range ssainstr.Calls(g.Body) {
		r.take(call)
	}
	if r.end == nil {
		return nil
	}
	return r
}

// waitsOnce reports whether a goroutine is a literal without a loop, whose only wait comes first, and notes that.
func (r *relay) waitsOnce(g deadwait.Goroutine) bool {
	if _, ok := g.Start.Instr.(*ssa.Go); !ok || g.Body.Parent() != g.Start.Instr.Parent() || len(ssainstr.LoopsOf(g.Body, nil)) > 0 {
		return false
	}
	for instr := range ssaflow.Instrs(g.Body) {
		switch instr := instr.(type) {
		case *ssa.Select:
			if r.wait != nil || !instr.Blocking {
				return false
			}
			r.wait = instr
		case *ssa.UnOp:
			if instr.Op != token.ARROW {
				continue
			}
			if r.wait != nil {
				return false
			}
			r.wait = instr
		}
	}
	return r.wait != nil && r.wait.Block() == g.Body.Blocks[0] && r.first()
}

// take notes a call that cancels a context which the function around the goroutine makes.
func (r *relay) take(call ssa.CallInstruction) {
	cancel, ok := ssainstr.Resolve(call.Common().Value).(*ssa.Extract)
	if call.Common().IsInvoke() || !ok || cancel.Index != 1 {
		return
	}
	made, ok := cancel.Tuple.(*ssa.Call)
	if ok && made.Parent() == r.body.Parent() && catalog.ContextEnds[ssaflow.Callee(&made.Call)] == "cancel" {
		r.end, r.made = call, made
	}
}

// first reports whether nothing is done before the wait that could take time.
func (r *relay) first() bool {
	for _, instr := range r.wait.Block().Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			if !isDone(instr) {
				return false
			}
		default:
			if instr == r.wait {
				return true
			}
		}
	}
	return false
}

// result returns the i-th result of what makes the context, nil if nothing uses it.
func (r *relay) result(i int) *ssa.Extract {
	for _, ref := range ssabuild.Referrers(r.made) {
		if part, ok := ref.(*ssa.Extract); ok && part.Index == i {
			return part
		}
	}
	return nil
}

// onlyEnd reports whether only the goroutine can call the function that cancels.
func (r *relay) onlyEnd() bool {
	cancel := r.result(1)
	return cancel != nil && r.confined(cancel)
}

// confined reports whether a value gets nowhere but into the goroutine.
func (r *relay) confined(v ssa.Value) bool {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ref.Addr == v {
				continue // the assignment itself
			} else if !ok || !r.confined(cell) {
				return false
			}
		case *ssa.MakeClosure:
			if ref.Fn != ssa.Value(r.body) {
				return false
			}
		case *ssa.ChangeType:
			if !r.confined(ref) {
				return false
			}
		case *ssa.UnOp:
			if !r.confined(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
