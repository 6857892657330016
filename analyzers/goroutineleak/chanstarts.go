package goroutineleak

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// staysIn reports whether the channel that a call returns is used in the calling
// function itself and nowhere else.
func staysIn(call *ssa.Call) bool {
	var stays func(v ssa.Value) bool
	stays = func(v ssa.Value) bool {
		for _, ref := range *v.Referrers() {
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
func (o *owner) starts(fn *ssa.Function, at ssa.Instruction) []sender {
	counter := sendCounter{o.flow, o.class}
	var list []sender
	for _, s := range o.flow.Starts() {
		if s.Instr.Parent() != fn {
			continue
		}
		send := sender{at: at}
		if at == nil {
			send.at = s.Instr
		}
		bodies, args := s.Runs()
		for _, body := range bodies {
			if n := counter.in(body); n > 0 && (!o.exact || o.gets(args, body)) && !o.handedLater(body) {
				send.fns = append(send.fns, body)
				send.count = max(send.count, n)
			}
		}
		if send.count > 0 {
			send.several = innermost(o.loops, send.at.Block()) != nil
			if at != nil && innermost(loopsOf(fn, o.class.Makes[0].(*ssa.MakeChan).Block()), s.Instr.Block()) != nil {
				send.count, send.several = many, true
			}
			list = append(list, send)
		}
	}
	return list
}

// handedLater reports whether body gets to know the channel by what it receives: it
// sends when that has been handed to it, and not for being started.
//
//	for r := range requests { r.done <- handle(r) }
func (o *owner) handedLater(body *ssa.Function) bool {
	return !slices.ContainsFunc(o.class.Sends, func(op ssaflow.Op) bool {
		send, ok := op.Instr.(*ssa.Send)
		return !ok || op.Fn() != body || !ofReceive(send.Chan, 6)
	})
}

// callsFor returns the calls that return a channel which mk makes in the callee.
func callsFor(flow *ssaflow.Flow, c *ssaflow.Class, mk *ssa.MakeChan) []ssa.Instruction {
	calls, _ := flow.Callers(mk.Parent())
	var list []ssa.Instruction
	for _, call := range calls {
		if v, ok := call.(*ssa.Call); ok && returnsClass(flow, v, c) {
			list = append(list, v)
		}
	}
	return list
}

func returnsClass(flow *ssaflow.Flow, call *ssa.Call, c *ssaflow.Class) bool {
	if flow.Class(call) == c {
		return true
	}
	return slices.ContainsFunc(*call.Referrers(), func(ref ssa.Instruction) bool {
		ex, ok := ref.(*ssa.Extract)
		return ok && flow.Class(ex) == c
	})
}
