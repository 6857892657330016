package blockedsend

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ctxwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportGiven reports a send on a channel that is passed in, where a context is in scope: the
// receiver is elsewhere, and may leave with the same context.
//
//	func (i *input) Run(ctx context.Context, out chan<- Event) error {
//		for {
//			select {
//			case <-ctx.Done():
//				return nil
//			case m := <-i.messages:
//				out <- decode(m)
//			}
//		}
//	}
func reportGiven(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			send, ok := instr.(*ssa.Send)
			if !ok || p.Quiet(send.Pos()) || !handedIn(send.Chan) {
				continue
			}
			c := flow.Class(send.Chan)
			if c == nil || reported[c] || len(c.Makes) > 0 && !(c.Foreign && c.Beyond) || len(c.Ranges) > 0 {
				continue
			}
			reportGivenSend(p, flow, c, send)
		}
	}
}

// handedIn reports whether a channel is a parameter of a declared function, or a field of its
// receiver.
func handedIn(ch ssa.Value) bool {
	sent := ch.Type()
	ch = ssainstr.Resolve(ch)
	if addr, ok := ch.(*ssa.FieldAddr); ok {
		ch = ssainstr.Resolve(addr.X)
		param, ok := ch.(*ssa.Parameter)
		return ok && param.Parent().Signature.Recv() != nil && param == param.Parent().Params[0]
	}
	param, ok := ch.(*ssa.Parameter)
	return ok && param.Parent().Parent() == nil && types.Identical(param.Type(), sent)
}

func reportGivenSend(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class, send *ssa.Send) {
	stmt := channel.SendNode(p, send.Pos())
	cur, ok := ssainstr.CursorAt(p, send.Pos())
	if stmt == nil || !ok {
		return
	}
	ctx, end := ctxwait.InScope(p, cur), ctxwait.EndOf(flow, c, send)
	unnamed := ctx == "" && ignoresContext(send.Parent())
	if end == nil && (ctx == "" && !unnamed || len(c.Receives) > 0) {
		return // its receivers are known, at least in part
	}
	finding := check.Finding{
		At:     stmt,
		Doubts: givenDoubts(c, send, end),
		Fix:    sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false),
	}
	switch {
	case unnamed && end == nil:
		finding.Message = fmt.Sprintf("send on %s blocks forever when its receivers have left with the context: the function is given one, and ignores it", p.Source(stmt.Chan))
	case end != nil:
		finding.Message = fmt.Sprintf("send on %s blocks forever when its receivers have left: the goroutine ends with the %s at %s, and not while it sends",
			p.Source(stmt.Chan), end.What, p.Where(end.At, stmt.Pos()))
		finding.Trace = []check.Hop{{Pos: end.At, Message: "could end the send, too"}}
	default:
		finding.Message = fmt.Sprintf("send on %s blocks forever when its receivers have left with %s: it does not wait for %s.Done()", p.Source(stmt.Chan), ctx, ctx)
	}
	p.Report(finding)
}

// ignoresContext reports whether a function has a context without a name.
func ignoresContext(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(param *ssa.Parameter) bool {
		return (param.Name() == "_" || param.Name() == "") && callmatch.TypeName(param.Type()) == "context.Context"
	})
}

// givenDoubts returns what speaks against a report of a send whose receivers are elsewhere.
// Without a place where the code ends with its context, they may stay until it has returned;
// so they may where the senders close the channel, which is what a range waits for.
func givenDoubts(c *ssaflow.Class, send *ssa.Send, end *ctxwait.End) []check.Doubt {
	switch {
	case len(c.Closes) > 0:
		return []check.Doubt{check.Doubting(verdict.MayDrain, c.Closes[0].Instr.Pos())}
	case end == nil:
		return []check.Doubt{check.Doubting(verdict.MayDrain, send.Pos())}
	}
	return []check.Doubt{check.Doubting(verdict.HandedIn, send.Pos())}
}
