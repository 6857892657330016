package blockedreceive

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ctxwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportLeftSenders reports a bare receive whose senders all leave their loops for a context,
// where the receiving function has a context as well, and does not wait for it:
//
//	func (l *limiter) Wait(ctx context.Context) {
//		<-l.tokens // the goroutine that fills it has returned
//	}
func reportLeftSenders(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		if c.Foreign || c.OutSends || len(c.Closes) > 0 || len(c.Sends) == 0 {
			continue
		}
		end, sender := sendersEnd(flow, c)
		if end == nil {
			continue
		}
		for _, op := range c.Receives {
			receive, ok := op.Instr.(*ssa.UnOp)
			if ok && !op.Guarded && op.Fn() != sender && !takesBack(flow, c, receive) && !p.Quiet(receive.Pos()) {
				reportLeftSender(p, receive, end, sender)
			}
		}
	}
}

// sendersEnd returns how the senders of a class leave the loops that they send in, and the last
// of them; nil if one stays.
func sendersEnd(flow *ssaflow.Flow, c *ssaflow.Class) (end *ctxwait.End, sender *ssa.Function) {
	for _, op := range c.Sends {
		l := ssainstr.Innermost(ssainstr.LoopsOf(op.Fn(), nil), op.Instr.Block())
		if l == nil || slices.ContainsFunc(c.Receives, func(r ssaflow.Op) bool { return r.Fn() == op.Fn() }) {
			return nil, nil
		}
		if end = ctxwait.EndOfLoop(flow, c, l); end == nil {
			return nil, nil
		}
		sender = op.Fn()
	}
	return end, sender
}

// takesBack reports whether a goroutine receives what was sent before it started: it gives back the slot of
// a semaphore that its starter has acquired for it.
func takesBack(flow *ssaflow.Flow, c *ssaflow.Class, receive *ssa.UnOp) bool {
	if ssaflow.Reaches(receive.Block(), receive.Block()) {
		return false
	}
	var around []*ssa.Function
	for fn := receive.Parent(); fn != nil; fn = fn.Parent() {
		around = append(around, fn)
	}
	return slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool {
		return slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool { return slices.Contains(around, body) }) &&
			slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool {
				return op.Fn() == s.Instr.Parent() && op.Instr.Block().Dominates(s.Instr.Block())
			})
	})
}

func reportLeftSender(p *check.Pass, receive *ssa.UnOp, end *ctxwait.End, sender *ssa.Function) {
	at := channel.ReceiveNode(p, receive.Pos())
	cur, ok := ssainstr.CursorAt(p, receive.Pos())
	if at == nil || !ok || p.Reported(receive.Pos()) {
		return
	}
	ctx := ctxwait.InScope(p, cur)
	if ctx == "" {
		return
	}
	name := p.Source(channel.ChannelOf(at))
	p.Report(check.Finding{
		At: channel.ChannelOf(at),
		Message: fmt.Sprintf("receive from %s blocks forever after %s, its sender, leaves the loop at %s: it does not wait for %s.Done()",
			name, ssainstr.FuncName(sender), p.Where(end.At, at.Pos()), ctx),
		Trace:  []check.Hop{{Pos: end.At, Message: "the sender leaves here"}},
		Doubts: []check.Doubt{check.Doubting(verdict.Branch, end.At)},
		Fix:    fixLeftSender(p, cur, ctx),
	})
}

// fixLeftSender lets a receive that is a statement end with ctx, too.
func fixLeftSender(p *check.Pass, cur inspector.Cursor, ctx string) *edit.Fix {
	for c := range cur.Enclosing((*ast.ExprStmt)(nil), (*ast.BlockStmt)(nil)) {
		stmt, ok := c.Node().(*ast.ExprStmt)
		if !ok || syntax.Received(stmt) == nil {
			return nil
		}
		fn, _ := syntax.Enclosing(p, cur)
		return stopfix.EndWait(p, p.Edit(stmt.Pos()), cur, stmt, ctx, exitstmt.LeaveStmt(p, fn, stmt.Pos(), ctx+".Err()"), "")
	}
	return nil
}
