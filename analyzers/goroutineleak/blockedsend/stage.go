package blockedsend

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ctxwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A stage is a goroutine that sends what others receive, and ends elsewhere than in the send.
type stage struct {
	send *ssa.Send
	end  *ctxwait.End
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
		if end := ctxwait.EndOfLoop(flow, c, l); end != nil {
			return &stage{send, end}
		}
	}
	return nil
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
			p.Source(stmt.Chan), s.end.What, p.Where(s.end.At, stmt.Pos())),
		Trace:  []check.Hop{{Pos: s.end.At, Message: "could end the send, too"}},
		Doubts: doubts,
		Fix:    sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false),
	})
}
