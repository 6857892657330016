package blockedsend

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportSelfSends reports a loop that alone receives from a channel, and sends on it, itself or by what it calls:
// nothing receives without a buffer, and when the buffer is full, nothing makes room.
//
//	for {
//		select {
//		case m := <-h.queue:
//			h.handle(m) // h.queue <- reply(m)
//		case <-h.stop:
//			return
//		}
//	}
func reportSelfSends(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow, lives := ssaflow.Of(p.Pass), lifetime.LifetimesIn(p)
	for _, c := range flow.Channels() {
		size, made := capacity(c)
		receiver := onlyReceiver(p, c)
		if !made || receiver == nil || reported[c] || c.OutReceives && c.Beyond {
			continue
		}
		send := sentBy(flow, c, receiver, 3)
		if size == 0 {
			send = sentToItself(c, receiver)
		}
		if send == nil || p.Quiet(send.Pos()) {
			continue
		}
		stmt := channel.SendNode(p, send.Pos())
		if stmt == nil {
			continue
		}
		reported[c] = true
		at := receiver.Pos()
		if i := slices.IndexFunc(slices.Concat(c.Receives, c.Ranges), func(op ssaflow.Op) bool { return op.Fn() == receiver }); i >= 0 {
			at = slices.Concat(c.Receives, c.Ranges)[i].Instr.Pos()
		}
		when, doubts := "", severalReceive(flow, receiver)
		if size > 0 {
			when, doubts = " when its buffer is full", filled(c, send, receiver, lives)
		}
		p.Report(check.Finding{
			At: stmt,
			Message: fmt.Sprintf("send on %s blocks forever%s: %s, its only receiver%s, makes it", p.Source(stmt.Chan), when,
				ssainstr.FuncName(receiver), beside(c)),
			Trace:  []check.Hop{{Pos: at, Message: "receives here"}, {Pos: stmt.Pos(), Message: "is sent by the same goroutine"}},
			Doubts: doubts,
		})
	}
}

// beside returns what the message says of receivers that do not count.
func beside(c *ssaflow.Class) string {
	if slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return astindex.AnswersRequests(op.Fn().Signature) }) {
		return " that waits for no request"
	}
	return ""
}

// onlyReceiver returns the one function that receives from a channel, in a loop; nil if there
// are several. Those that receive when a request comes do not count, nor do tests.
func onlyReceiver(p *check.Pass, c *ssaflow.Class) (fn *ssa.Function) {
	for _, op := range slices.Concat(c.Receives, c.Ranges) {
		if astindex.AnswersRequests(op.Fn().Signature) || p.Quiet(op.Instr.Pos()) {
			continue
		}
		if fn != nil && fn != op.Fn() || !ssaflow.Reaches(op.Instr.Block(), op.Instr.Block()) {
			return nil
		}
		fn = op.Fn()
	}
	return fn
}

// sentBy returns a bare send on the channel in a loop of fn, or in what it calls there.
func sentBy(flow *ssaflow.Flow, c *ssaflow.Class, fn *ssa.Function, depth int) *ssa.Send {
	for _, op := range c.Sends {
		if send, ok := op.Instr.(*ssa.Send); ok && op.Fn() == fn && (depth < 3 || ssaflow.Reaches(send.Block(), send.Block())) {
			return send
		}
	}
	if depth == 0 {
		return nil
	}
	for _, call := range ssainstr.Calls(fn) {
		plain, ok := call.(*ssa.Call)
		if !ok || depth == 3 && !ssaflow.Reaches(plain.Block(), plain.Block()) {
			continue
		}
		callee := plain.Call.StaticCallee()
		if callee == nil || callee == fn {
			continue
		}
		if send := sentBy(flow, c, callee, depth-1); send != nil {
			return send
		}
	}
	return nil
}
