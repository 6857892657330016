package blockedsend

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportReplies reports a loop that answers on a channel of its owner, whose receivers may give up:
//
//	case <-s.force:
//		s.result <- s.update()
//
// where each receiver waits once, in a select with the context of its caller or a timer. The loop
// handles nothing any more when one has given up, until another caller takes what was meant for it.
func reportReplies(p *check.Pass, reported map[*ssaflow.Class]bool) {
	for _, c := range ssaflow.Of(p.Pass).Channels() {
		size, made := c.MadeCapacity()
		if !made || size > 0 || reported[c] || len(c.Fields) == 0 || len(c.Ranges) > 0 || c.OutReceives && c.Beyond {
			continue
		}
		wait, send := impatient(c, ofCall), answer(c)
		if wait == nil || send == nil || p.Quiet(send.Pos()) || send.Parent() == wait.Parent() {
			continue
		}
		stmt := channel.SendNode(p, send.Pos())
		if stmt == nil {
			continue
		}
		reported[c] = true
		p.Report(check.Finding{
			At: stmt,
			Message: fmt.Sprintf("send on %s blocks forever when %s, which receives it, stops waiting at %s: %s then handles nothing else",
				p.Source(stmt.Chan), ssainstr.FuncName(wait.Parent()), p.Where(wait.Pos(), stmt.Pos()), ssainstr.FuncName(send.Parent())),
			Trace: []check.Hop{{Pos: wait.Pos(), Message: "may stop waiting here"}},
		})
	}
}

// impatient returns the receive of a channel all of whose receives may be given up for a caller's context
// or a timer, nil if one of them may not; ofCall recognizes the context.
func impatient(c *ssaflow.Class, ofCall func(ctx ssa.Value) bool) (wait *ssa.Select) {
	for _, op := range c.Receives {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || !sel.Blocking || ssaflow.Reaches(sel.Block(), sel.Block()) ||
			!slices.ContainsFunc(sel.States, func(state *ssa.SelectState) bool { return state != sel.States[op.State] && givesUp(state.Chan, ofCall) }) {
			return nil
		}
		wait = sel
	}
	return wait
}

// givesUp reports whether a channel ends the wait of one caller: its context's, or a timer's.
func givesUp(ch ssa.Value, ofCall func(ctx ssa.Value) bool) bool {
	switch ch := ch.(type) {
	case *ssa.Call:
		if ssaflow.Callee(&ch.Call) == "time.After" {
			return true
		}
		return ssaflow.Callee(&ch.Call) == "(context.Context).Done" && ofCall(ch.Call.Value)
	case *ssa.UnOp:
		field, ok := ch.X.(*ssa.FieldAddr)
		return ok && ssaflow.Field(field).Pkg() != nil && ssaflow.Field(field).Pkg().Path() == "time"
	}
	return false
}

// ofCall reports whether a context is a parameter, or made by the function.
func ofCall(ctx ssa.Value) bool {
	switch ctx := ctx.(type) {
	case *ssa.Parameter, *ssa.Extract:
		return true
	case *ssa.Call: // r.Context()
		return ssaflow.Callee(&ctx.Call) == "(*net/http.Request).Context"
	case *ssa.Phi:
		return slices.ContainsFunc(ctx.Edges, ofCall)
	}
	return false
}

// answer returns a send in a loop, outside of a select; nil if there is none, or another one is of
// another kind.
func answer(c *ssaflow.Class) (send *ssa.Send) {
	for _, op := range c.Sends {
		s, ok := op.Instr.(*ssa.Send)
		if !ok {
			return nil
		}
		if ssaflow.Reaches(s.Block(), s.Block()) {
			send = s
		}
	}
	return send
}
