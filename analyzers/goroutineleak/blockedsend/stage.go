package blockedsend

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A stage is a goroutine that sends what others receive, and ends elsewhere than in the send.
type stage struct {
	send *ssa.Send
	at   token.Pos // of the case or call with which it ends
	what string    // "case" or "call"
}

// reportStages reports a stage of a pipeline that ends with a context or a stop channel
// while it receives, or calls something, and not while it sends what others receive:
//
//	select {
//	case v := <-in:
//		out <- f(v)
//	case <-ctx.Done():
//		return
//	}
func reportStages(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		size, made := c.MadeCapacity()
		if !c.OutReceives || reported[c] || !made {
			continue
		}
		if s := stageOf(p, flow, c); s != nil {
			reported[c] = true
			reportStage(p, c, s, size)
		}
	}
}

func stageOf(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class) *stage {
	for _, op := range c.Sends {
		send, ok := op.Instr.(*ssa.Send)
		if !ok || p.Quiet(send.Pos()) || ssainstr.GoroutineAround(flow, op.Fn()) != op.Fn() || c.Makes[0].Parent() != op.Fn().Parent() {
			continue
		}
		l := ssainstr.Innermost(ssainstr.LoopsOf(send.Parent(), nil), send.Block())
		if l == nil {
			continue
		}
		if state := endsBeside(flow, c, l); state != nil {
			return &stage{send, state.Pos, "case"}
		}
		if call := endsWithCall(flow, l); call != nil {
			return &stage{send, call.Pos(), "call"}
		}
	}
	return nil
}

// endsBeside returns the case of a select in a loop by which the goroutine leaves the loop for
// a context or a stop channel.
func endsBeside(flow *ssaflow.Flow, c *ssaflow.Class, l *ssainstr.Loop) *ssa.SelectState {
	d := &channel.Desertion{Class: c}
	for b := range l.Blocks() {
		for _, instr := range b.Instrs {
			if sel, ok := instr.(*ssa.Select); ok && sel.Blocking {
				if n := d.LeavesFor(flow, sel, l); n >= 0 {
					return sel.States[n]
				}
			}
		}
	}
	return nil
}

// endsWithCall returns a call in a loop that is passed a context which something can end, and
// whose error leaves the loop.
//
//	id, err := queue.Next(ctx)
//	if err != nil {
//		return
//	}
//	out <- id
func endsWithCall(flow *ssaflow.Flow, l *ssainstr.Loop) *ssa.Call {
	for b := range l.Blocks() {
		cmp, ok := sendcount.Condition(b)
		if !ok || !callmatch.IsError(cmp.X.Type()) || !ssainstr.IsNil(cmp.Y) {
			continue
		}
		call := resultOf(cmp.X)
		if call == nil || !l.Body[call.Block()] || !endsWithContext(flow, call) {
			continue
		}
		for i, succ := range b.Succs {
			if fails := (cmp.Op == token.NEQ) == (i == 0); fails && !l.Body[succ] {
				return call
			}
		}
	}
	return nil
}

// resultOf returns the call whose result v is, nil if it is none.
func resultOf(v ssa.Value) *ssa.Call {
	if part, ok := v.(*ssa.Extract); ok {
		v = part.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// endsWithContext reports whether a call is passed a context that may end.
func endsWithContext(flow *ssaflow.Flow, call *ssa.Call) bool {
	for _, arg := range call.Call.Args {
		if ssaflow.IsContext(arg.Type()) && !flow.ContextSource(arg).Dead() {
			return true
		}
	}
	return false
}

func reportStage(p *check.Pass, c *ssaflow.Class, s *stage, size int64) {
	stmt := channel.SendNode(p, s.send.Pos())
	if stmt == nil {
		return
	}
	var doubts []check.Doubt
	if size > 0 {
		doubts = append(doubts, check.Doubting(verdict.UnknownLimit, c.Makes[0].Pos()))
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("send on %s blocks forever when its receivers have left: the goroutine ends with the %s at %s, and not while it sends",
			p.Source(stmt.Chan), s.what, p.Where(s.at, stmt.Pos())),
		Trace:  []check.Hop{{Pos: s.at, Message: "could end the send, too"}},
		Doubts: doubts,
		Fix:    sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false),
	})
}
