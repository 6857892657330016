package channel

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// staysIn reports whether the channel that a call returns is used in the calling
// function itself and nowhere else.
func staysIn(call *ssa.Call) bool {
	var stays func(v ssa.Value) bool
	stays = func(v ssa.Value) bool {
		for _, ref := range ssabuild.Referrers(v) {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.Select, *ssa.DebugRef, *ssa.If, *ssa.BinOp:
			case *ssa.Extract:
				if !stays(ref) {
					return false
				}
			case *ssa.ChangeType:
				if !stays(ref) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	return stays(call)
}

// starts returns the goroutines started in fn that send on the channel. Their
// events are those starts, or else the one instruction at.
func (o *Owner) starts(fn *ssa.Function, at ssa.Instruction) []Sender {
	counter := sendcount.SendCounter{Flow: o.Flow, Class: o.Class}
	var list []Sender
	for _, s := range o.Flow.Starts() {
		if s.Instr.Parent() != fn {
			continue
		}
		send := Sender{At: at}
		if at == nil {
			send.At = s.Instr
		}
		bodies, args := s.Runs()
		for _, body := range bodies {
			if n := counter.In(body); n > 0 && (!o.Exact || o.gets(args, body)) && !o.handedLater(body) {
				send.fns = append(send.fns, body)
				send.count = max(send.count, n)
			}
		}
		if send.count > 0 {
			send.several = ssainstr.Innermost(o.loops, send.At.Block()) != nil
			if at != nil && ssainstr.Innermost(ssainstr.LoopsOf(fn, o.Class.Makes[0].(*ssa.MakeChan).Block()), s.Instr.Block()) != nil {
				send.count, send.several = sendcount.Many, true
			}
			list = append(list, send)
		}
	}
	return list
}

// handedLater reports whether body gets the channel with a value that it receives: it sends
// after it has received that, and not because it was started.
//
//	for r := range requests { r.done <- handle(r) }
func (o *Owner) handedLater(body *ssa.Function) bool {
	return !slices.ContainsFunc(o.Class.Sends, func(op ssaflow.Op) bool {
		send, ok := op.Instr.(*ssa.Send)
		return !ok || op.Fn() != body || !OfReceive(send.Chan, 6)
	})
}
