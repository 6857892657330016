package blockedsend

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A deaf send is one on a channel that callers get, whose goroutine does not end in it with the context
// that the callers passed.
type deaf struct {
	send   *ssa.Send
	sender *ssa.Function // the body of the goroutine
	beside *ssa.Select   // a send of the same goroutine that ends so, if there is one
	sends  int           // the state of it that sends
	ends   int           // the state of it that ends
	maker  *ssa.Function // makes the channel, and is passed a context
	leaver ast.Node      // where a function of the package stops receiving from such a channel
}

// reportReturned reports a send of a goroutine on a channel that its starter returns, where another send
// of the goroutine ends with a context, or where the starter is passed one:
//
//	func (s *store) List(ctx context.Context) <-chan Entry {
//		out := make(chan Entry)
//		go func() {
//			defer close(out)
//			s.walk(func(key string) bool {
//				e, err := s.load(key)
//				if err != nil {
//					out <- Entry{Err: err} // blocks when the caller has left with ctx
//					return false
//				}
//				select {
//				case out <- e:
//					return true
//				case <-ctx.Done():
//					return false
//				}
//			})
//		}()
//		return out
//	}
//
// The other send shows that the receivers are expected to leave. Without one they may receive until the
// channel is closed, which is doubtful.
func reportReturned(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		size, made := c.MadeCapacity()
		if !made || !c.OutReceives || c.Foreign || reported[c] || len(c.Receives) > 0 || len(c.Ranges) > 0 {
			continue
		}
		if d := deafIn(p, flow, c); d != nil {
			reported[c] = true
			d.report(p, c, size)
		}
	}
}

// deafIn returns the send of a class that does not end with the context, nil if there is none.
func deafIn(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class) *deaf {
	for _, op := range c.Sends {
		send, ok := op.Instr.(*ssa.Send)
		sender := ssainstr.GoroutineAround(flow, op.Fn())
		if !ok || sender == nil || p.Quiet(send.Pos()) {
			continue
		}
		d := &deaf{send: send, sender: sender, maker: c.Makes[0].Parent()}
		if d.findBeside(flow, c) || d.ignores(p, flow, c) {
			return d
		}
	}
	return nil
}

// findBeside looks for a send of the same goroutine in a select that ends with a context or a stop signal.
func (d *deaf) findBeside(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	for _, op := range c.Sends {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || !sel.Blocking || ssainstr.GoroutineAround(flow, op.Fn()) != d.sender {
			continue
		}
		d.ends = slices.IndexFunc(sel.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly && ssainstr.TellsEnd(flow, s.Chan) })
		if d.ends >= 0 {
			d.beside, d.sends = sel, op.State
			return true
		}
	}
	return false
}

// ignores reports whether the function that makes the channel is passed a context, and starts a declared
// function that is not, or a literal that does not look at its end, to send more than one value.
func (d *deaf) ignores(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class) bool {
	loop := ssainstr.Innermost(ssainstr.LoopsOf(d.send.Parent(), nil), d.send.Block())
	if loop == nil || slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool { _, ok := op.Instr.(*ssa.Select); return ok }) {
		return false
	}
	started := slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool {
		return s.Instr.Parent() == d.maker && slices.Contains(s.Bodies, d.sender)
	})
	if !started || !takesContext(d.maker) {
		return false
	}
	if d.sender.Parent() == d.maker && d.send.Parent() == d.sender {
		d.leaver = leaver(p, d.maker, c.Makes[0].Type().Underlying().(*types.Chan).Elem())
		return d.leaver != nil && !looksAtEnd(d.sender)
	}
	return d.sender.Parent() == nil && !takesContext(d.sender)
}

// takesContext reports whether a function has a context that it names.
func takesContext(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool { return ssaflow.IsContext(v.Type()) && v.Name() != "_" && v.Name() != "" })
}

func (d *deaf) report(p *check.Pass, c *ssaflow.Class, size int64) {
	stmt := channel.SendNode(p, d.send.Pos())
	if stmt == nil {
		return
	}
	f := check.Finding{At: stmt, Doubts: d.doubts(c, size)}
	if d.leaver != nil {
		f.Message = fmt.Sprintf("send on %s blocks forever when its receiver has left, as at %s: the goroutine does not look at the context of %s while it sends",
			p.Source(stmt.Chan), p.Where(d.leaver.Pos(), stmt.Pos()), ssainstr.FuncName(d.maker))
		f.Trace = []check.Hop{{Pos: d.leaver.Pos(), Message: "a receiver may leave here"}}
		f.Fix = sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false)
		p.Report(f)
		return
	}
	if d.beside == nil {
		f.Message = fmt.Sprintf("send on %s blocks forever when the caller of %s leaves with its context: the goroutine that sends is not passed it",
			p.Source(stmt.Chan), ssainstr.FuncName(d.maker))
		f.Trace = []check.Hop{{Pos: c.Makes[0].Pos(), Message: "made here, and returned"}}
		p.Report(f)
		return
	}
	other, end := d.beside.States[d.sends].Pos, d.beside.States[d.ends].Pos
	f.Message = fmt.Sprintf("send on %s blocks forever when its receivers have left: the send at %s ends with the case at %s, and this one does not",
		p.Source(stmt.Chan), p.Where(other, stmt.Pos()), p.Where(end, stmt.Pos()))
	f.Trace = []check.Hop{{Pos: end, Message: "could end this send, too"}}
	f.Fix = sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false)
	p.Report(f)
}

// doubts returns what speaks against the report: a buffer, and a value that is sent after the end has come,
// for which the receivers may stay.
func (d *deaf) doubts(c *ssaflow.Class, size int64) (list []check.Doubt) {
	if size > 1 || size > 0 && d.leaver == nil {
		list = append(list, check.Doubting(verdict.UnknownLimit, c.Makes[0].Pos()))
	}
	if d.leaver != nil {
		return list
	}
	if d.beside == nil || d.beside.Parent() == d.send.Parent() && d.beside.Block().Dominates(d.send.Block()) {
		list = append(list, check.Doubting(verdict.MayDrain, d.send.Pos()))
	}
	return list
}
