package blockedsend

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// sentToItself returns a bare send that a receiver makes in its loop on the channel it receives from, of the same
// object, nil if there is none.
//
//	case m := <-h.messages:
//		if err := c.write(m); err != nil {
//			h.unregister <- c // received by the same loop
//		}
func sentToItself(c *ssaflow.Class, receiver *ssa.Function) *ssa.Send {
	for _, op := range slices.Concat(c.Receives, c.Ranges) {
		if op.Fn() != receiver {
			continue
		}
		for _, ch := range received(op) {
			s := selfSend{class: c, seen: make(map[*ssa.Function]bool)}
			if send := s.in(receiver, holderOf(ch), true); send != nil {
				return send
			}
		}
	}
	return nil
}

// received returns the channels that an operation may receive from.
func received(op ssaflow.Op) []ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.UnOp:
		return []ssa.Value{instr.X}
	case *ssa.Select:
		var list []ssa.Value
		for _, state := range instr.States {
			if state.Send == nil {
				list = append(list, state.Chan)
			}
		}
		return list
	}
	return nil
}

// A selfSend looks for a send on the channel of one object.
type selfSend struct {
	class *ssaflow.Class
	seen  map[*ssa.Function]bool
}

// in returns a send that fn makes on the channel of holder, itself or by what it calls with that; of the receiver
// only what its loop does.
func (s *selfSend) in(fn *ssa.Function, holder ssa.Value, loop bool) *ssa.Send {
	if s.seen[fn] || holder == nil {
		return nil
	}
	s.seen[fn] = true
	for _, op := range s.class.Sends {
		if send, ok := op.Instr.(*ssa.Send); ok && op.Fn() == fn && holderOf(send.Chan) == holder && (!loop || ssaflow.Reaches(send.Block(), send.Block())) {
			return send
		}
	}
	for _, instr := range ssainstr.Calls(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || loop && !ssaflow.Reaches(call.Block(), call.Block()) || call.Call.StaticCallee() == nil {
			continue
		}
		for i, param := range call.Call.StaticCallee().Params {
			if holderOf(call.Call.Args[i]) != holder {
				continue
			}
			if send := s.in(call.Call.StaticCallee(), param, false); send != nil {
				return send
			}
		}
	}
	return nil
}

// holderOf returns what a channel is read from, through fields: a parameter, a captured or package variable, or what
// makes the object.
func holderOf(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Alloc, *ssa.MakeChan, *ssa.Call:
			return x
		default:
			return nil
		}
	}
}

// severalReceive returns the doubt that another goroutine runs the receiver as well, and takes what is sent.
func severalReceive(flow *ssaflow.Flow, receiver *ssa.Function) []check.Doubt {
	for _, start := range flow.Starts() {
		if slices.Contains(start.Bodies, receiver) && ssaflow.Reaches(start.Instr.Block(), start.Instr.Block()) {
			return []check.Doubt{check.Doubting(verdict.OtherWorkers, start.Instr.Pos())}
		}
	}
	return nil
}
