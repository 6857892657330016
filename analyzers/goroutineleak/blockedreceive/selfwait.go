package blockedreceive

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportSelfWaits reports a loop over a channel that is closed only by what receives it from another channel, to
// which the same function sends it after the loop:
//
//	for range client {
//	}
//	h.closed <- client // the only send; what receives there closes client
func reportSelfWaits(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			send, ok := instr.(*ssa.Send)
			if !ok || p.Quiet(send.Pos()) {
				continue
			}
			wait := rangedBefore(send)
			if wait == nil {
				continue
			}
			if closed := closedByReceiver(flow, send); closed.IsValid() {
				reportSelfWait(p, wait, send, closed)
			}
		}
	}
}

// rangedBefore returns the receive of a loop over the channel that is sent, if the send comes only after that
// loop.
func rangedBefore(send *ssa.Send) *ssa.UnOp {
	if _, isChan := send.X.Type().Underlying().(*types.Chan); !isChan {
		return nil
	}
	sent := ssainstr.Resolve(send.X)
	for instr := range ssaflow.Instrs(send.Parent()) {
		recv, ok := instr.(*ssa.UnOp)
		if !ok || recv.Op != token.ARROW || !recv.CommaOk || ssainstr.Resolve(recv.X) != sent {
			continue
		}
		b := recv.Block()
		if b != send.Block() && b.Dominates(send.Block()) && ssaflow.Reaches(b, b) && !ssaflow.Reaches(send.Block(), b) {
			return recv
		}
	}
	return nil
}

// closedByReceiver returns the close of what has been received from the channel that a send is on, if that is
// the only send there, and no other close of the package may be of the channel.
func closedByReceiver(flow *ssaflow.Flow, send *ssa.Send) (closed token.Pos) {
	to := flow.Class(send.Chan)
	if to == nil || to.Beyond || len(to.Sends) != 1 || to.Sends[0].Instr != ssa.Instruction(send) {
		return token.NoPos
	}
	elem := send.X.Type().Underlying().(*types.Chan).Elem()
	for _, fn := range flow.SSA.Funcs {
		for _, call := range ssainstr.Calls(fn) {
			b, ok := call.Common().Value.(*ssa.Builtin)
			if !ok || b.Name() != "close" || !types.Identical(call.Common().Args[0].Type().Underlying().(*types.Chan).Elem(), elem) {
				continue
			}
			if other := flow.Class(call.Common().Args[0]); other != nil && !other.Foreign && other != flow.Class(send.X) {
				continue // made elsewhere
			}
			if from := receivedFrom(call.Common().Args[0]); from == nil || flow.Class(from) != to {
				return token.NoPos
			}
			closed = call.Pos()
		}
	}
	return closed
}

// receivedFrom returns the channel that a value was received from, nil if it was not.
func receivedFrom(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.ChangeType:
		return receivedFrom(x.X)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return x.X
		}
		if cell, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
			if value := ssaflow.OnlyStore(cell); value != nil {
				return receivedFrom(value)
			}
		}
	case *ssa.Extract:
		switch tuple := x.Tuple.(type) {
		case *ssa.UnOp:
			return tuple.X
		case *ssa.Select:
			return stateOf(tuple, x.Index-2)
		}
	}
	return nil
}

// stateOf returns the channel of the n-th receive of a select.
func stateOf(sel *ssa.Select, n int) ssa.Value {
	receives := slices.DeleteFunc(slices.Clone(sel.States), func(s *ssa.SelectState) bool { return s.Send != nil })
	if n < 0 || n >= len(receives) {
		return nil
	}
	return receives[n].Chan
}

func reportSelfWait(p *check.Pass, wait *ssa.UnOp, send *ssa.Send, closed token.Pos) {
	at := channel.ReceiveNode(p, wait.Pos())
	if at == nil {
		return
	}
	ch := channel.ChannelOf(at)
	sent := channel.SendNode(p, send.Pos())
	if ch == nil || sent == nil {
		return
	}
	var doubts []check.Doubt
	if c := ssaflow.Of(p.Pass).Class(wait.X); c == nil || c.Beyond {
		doubts = append(doubts, check.Doubting(verdict.Escapes, ch.Pos()))
	}
	p.Report(check.Finding{
		At: ch,
		Message: fmt.Sprintf("range over %s blocks forever: only %s closes it, when it has been sent to %s, which comes after the loop, at %s",
			p.Source(ch), p.Where(closed, ch.Pos()), p.Source(sent.Chan), p.Where(sent.Pos(), ch.Pos())),
		Trace:  []check.Hop{{Pos: sent.Pos(), Message: "sent here, after the loop"}, {Pos: closed, Message: "closed here, when it has been received"}},
		Doubts: doubts,
	})
}
