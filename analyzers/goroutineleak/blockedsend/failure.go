package blockedsend

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file finds senders that continue when the one receiver has failed:
//
//	func (c *client) write() {
//		for m := range c.out {
//			if err := c.conn.Write(m); err != nil {
//				return // and the hub's next send blocks
//			}
//		}
//	}

// A failure is an exit of a receiver's loop because of an error.
type failure struct {
	receiver ssaflow.Op
	at       token.Pos // where it leaves
}

// reportFailedReceivers reports sends in loops on a channel all of whose receivers stop
// receiving for an error of their own.
func reportFailedReceivers(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow, lives := ssaflow.Of(p.Pass), lifetime.LifetimesIn(p)
	for _, c := range flow.Channels() {
		if _, made := capacity(c); !made || reported[c] || c.OutReceives {
			continue
		}
		f := failureOf(flow, c)
		if f == nil {
			continue
		}
		send := repeatedSend(c, f, lives)
		if send == nil || p.Quiet(send.Pos()) {
			continue
		}
		stmt := channel.SendNode(p, send.Pos())
		if stmt == nil {
			continue
		}
		reported[c] = true
		p.Report(check.Finding{
			At: stmt,
			Message: fmt.Sprintf("send on %s blocks forever after %s, its receiver, returns on an error at %s", p.Source(stmt.Chan),
				ssainstr.FuncName(f.receiver.Fn()), p.Where(f.at, stmt.Pos())),
			Trace:  []check.Hop{{Pos: f.receiver.Instr.Pos(), Message: "receives here"}, {Pos: f.at, Message: "leaves here"}},
			Doubts: append(f.doubts(), f.limit(flow, c)...),
			Fix:    f.fix(p, flow, c, stmt),
		})
	}
}

// failureOf returns how the receivers of a channel leave for errors, nil when one does not,
// or closes the channel.
func failureOf(flow *ssaflow.Flow, c *ssaflow.Class) (found *failure) {
	o := &channel.Owner{Flow: flow, Class: c}
	for _, op := range slices.Concat(c.Receives, c.Ranges) {
		at := o.LeavesForError(op)
		if !at.IsValid() || slices.ContainsFunc(c.Closes, func(closing ssaflow.Op) bool { return closing.Fn() == op.Fn() }) {
			return nil
		}
		found = &failure{op, at}
	}
	return found
}

// repeatedSend returns a bare send that another function than the receiver's makes
// repeatedly, and not one that receives in turn.
func repeatedSend(c *ssaflow.Class, f *failure, lives *lifetime.Lifetimes) *ssa.Send {
	for _, op := range c.Sends {
		send, ok := op.Instr.(*ssa.Send)
		if ok && op.Fn() != f.receiver.Fn() && !channel.ReceivesOn(c, op.Fn()) && lives.Repeats(send, 4) {
			return send
		}
	}
	return nil
}

// doubts returns the doubts about the report: the receiver closes the channel's owner or
// signals that it leaves, and the senders may be stopped in turn.
func (f *failure) doubts() []check.Doubt {
	for _, fn := range append([]*ssa.Function{f.receiver.Fn()}, f.receiver.Fn().AnonFuncs...) {
		for instr := range ssaflow.Instrs(fn) {
			if send, ok := instr.(*ssa.Send); ok && send.Pos() > f.receiver.Instr.Pos() {
				return []check.Doubt{check.Doubting(verdict.MayWait, send.Pos())}
			}
		}
		for _, call := range ssainstr.Calls(fn) {
			if builtin, ok := call.Common().Value.(*ssa.Builtin); ok && (builtin.Name() == "delete" || builtin.Name() == "close") {
				return []check.Doubt{check.Doubting(verdict.MayWait, call.Pos())}
			}
		}
	}
	return nil
}
