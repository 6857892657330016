package blockedsend

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportOutlasted reports a send that ends with the context of the caller alone, while its receiver leaves
// its loop for a stop signal:
//
//	func (l *loop) Do(ctx context.Context, t task) error {
//		if l.stopped() {
//			return errStopped
//		}
//		select {
//		case l.tasks <- t: // run has left its loop for l.stop
//			return nil
//		case <-ctx.Done(): // and the caller may have passed context.Background()
//			return ctx.Err()
//		}
//	}
//
// That the function asks for the signal shows that it is called after the stop as well: it may come after the
// question, too. Another function may be called before the stop only.
func reportOutlasted(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		size, made := c.Capacity()
		if !made || size > 0 || c.OutReceives || reported[c] || len(c.Receives) == 0 || len(c.Ranges) > 0 {
			continue
		}
		d := &channel.Desertion{Class: c}
		if !d.ReceiversLeave(p, flow) {
			continue
		}
		stop := flow.ChannelSource(d.Wait.States[d.State].Chan).Channel
		if stop == nil {
			continue
		}
		for _, op := range c.Sends {
			if sel, ok := op.Instr.(*ssa.Select); ok && sel.Blocking && endsWithCaller(sel, op.State) && asksBefore(stop, sel) && !p.Quiet(sel.Pos()) {
				reported[c] = true
				reportOutlastedSend(p, d, op)
				break
			}
		}
	}
}

// endsWithCaller reports whether the contexts that the function is passed are all that a select waits for
// beside its send.
func endsWithCaller(sel *ssa.Select, send int) bool {
	for i, state := range sel.States {
		if i == send {
			continue
		}
		call, ok := state.Chan.(*ssa.Call)
		if !ok || state.Dir != types.RecvOnly || ssaflow.Callee(&call.Call) != "(context.Context).Done" {
			return false
		}
		if param, ok := call.Call.Value.(*ssa.Parameter); !ok || param.Parent().Parent() != nil {
			return false
		}
	}
	return len(sel.States) > 1
}

func reportOutlastedSend(p *check.Pass, d *channel.Desertion, op ssaflow.Op) {
	sel := op.Instr.(*ssa.Select)
	left := d.Wait.States[d.State]
	stmt := channel.SendNode(p, sel.States[op.State].Pos)
	if stmt == nil {
		return
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("call of %s blocks until its context ends, when %s, which receives from %s, has left its loop at %s: the select has no case for that",
			ssainstr.FuncName(sel.Parent()), ssainstr.FuncName(d.Wait.Parent()), p.Source(stmt.Chan), p.Where(left.Pos, stmt.Pos())),
		Trace:  []check.Hop{{Pos: d.Wait.Pos(), Message: "receives here"}, {Pos: left.Pos, Message: "leaves here"}},
		Doubts: append(d.Doubts, check.Doubting(verdict.OtherCase, sel.Pos())),
	})
}

// asksBefore reports whether the function of a select asks before it, without waiting, whether a stop signal
// has come, itself or by what it calls.
func asksBefore(stop *ssaflow.Class, sel *ssa.Select) bool {
	return slices.ContainsFunc(stop.Receives, func(op ssaflow.Op) bool {
		asks, ok := op.Instr.(*ssa.Select)
		if !ok || asks.Blocking {
			return false
		}
		if op.Fn() == sel.Parent() {
			return asks.Block().Dominates(sel.Block())
		}
		return slices.ContainsFunc(ssainstr.Calls(sel.Parent()), func(call ssa.CallInstruction) bool {
			return call.Common().StaticCallee() == op.Fn() && call.Block().Dominates(sel.Block())
		})
	})
}
