package blockedsend

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ctxwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// desertions returns the deserted channels of the package: made here, and received from
// by functions of this package alone, as far as it shows; with a buffer, those that a loop
// can fill.
func desertions(p *check.Pass) []*channel.Desertion {
	flow := ssaflow.Of(p.Pass)
	var list []*channel.Desertion
	for _, c := range flow.Channels() {
		size, ok := capacity(c)
		if !ok || c.OutReceives && c.Beyond || len(c.Receives) == 0 || len(c.Ranges) > 0 {
			continue
		}
		d := &channel.Desertion{Class: c}
		if d.FindSend(p); d.Send != nil && (size == 0 || d.Fills() || ofWork(p, d.Send)) && d.ReceiversLeave(p, flow) {
			if d.OthersGiveUp(flow) || d.OfHub(flow) {
				d.Doubts = slices.DeleteFunc(d.Doubts, func(doubt check.Doubt) bool { return doubt.Doubt == verdict.CallerDecides })
			}
			if c.OutReceives {
				d.Doubts = append(d.Doubts, check.Doubting(verdict.MayWait, c.Makes[0].Pos()))
			}
			if size > 0 && !d.Fills() { // which says what that of the callers says
				d.Doubts = slices.DeleteFunc(d.Doubts, func(doubt check.Doubt) bool { return doubt.Doubt == verdict.CallerDecides })
			}
			if size > 0 && !(d.Fills() && d.SendsOn()) {
				d.Doubts = append(d.Doubts, check.Doubting(verdict.UnknownLimit, c.Makes[0].Pos()))
			}
			if d.Paced(flow) {
				d.Doubts = append(d.Doubts, check.Doubting(verdict.OneLeft, d.Wait.Pos()))
			}
			list = append(list, d)
		}
	}
	return list
}

// capacity returns the buffer size of the channels that are made here, 1 where it is configured, or one of
// several constants: neither constant nor the length of something.
func capacity(c *ssaflow.Class) (int64, bool) {
	if size, ok := c.MadeCapacity(); ok {
		return size, true
	}
	if c.Foreign && c.Beyond || len(c.Makes) == 0 {
		return 0, false
	}
	for _, m := range c.Makes {
		mk, ok := m.(*ssa.MakeChan)
		if !ok {
			return 0, false
		}
		switch size := ssainstr.Resolve(mk.Size).(type) {
		case *ssa.FieldAddr:
		case *ssa.Const: // beside one that is configured, or of another size
			if size.Int64() == 0 {
				return 0, false
			}
		case *ssa.Phi: // one of several constants
			if slices.ContainsFunc(size.Edges, func(edge ssa.Value) bool { n, ok := edge.(*ssa.Const); return !ok || n.Int64() == 0 }) {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return 1, true
}

// ofWork reports whether a send is in an exported function that is passed a context: callers
// make many such calls, and so fill a buffer.
func ofWork(p *check.Pass, send *ssa.Send) bool {
	fn := send.Parent()
	if fn.Object() == nil || !fn.Object().Exported() {
		return false
	}
	cur, ok := ssainstr.CursorAt(p, send.Pos())
	return ok && ctxwait.InScope(p, cur) != ""
}

// hasSend is the fast path for packages that start no goroutine, and may have methods that
// importers run in one, as the loop of a hub.
func hasSend(p *check.Pass) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for range in.Root().Preorder((*ast.SendStmt)(nil)) {
		return true
	}
	return false
}

func reportDesertions(p *check.Pass, reported map[*ssaflow.Class]bool) {
	for _, d := range desertions(p) {
		if !reported[d.Class] && !p.Quiet(d.Send.Pos()) {
			reported[d.Class] = true
			reportDesertion(p, d)
		}
	}
}

func reportDesertion(p *check.Pass, d *channel.Desertion) {
	stmt := channel.SendNode(p, d.Send.Pos())
	if stmt == nil {
		return
	}
	state := d.Wait.States[d.State]
	if d.LeavesOne(p) {
		d.Doubts = append(d.Doubts, check.Doubting(verdict.OneLeft, d.Send.Pos()))
	}
	trace := []check.Hop{{Pos: d.Wait.Pos(), Message: "receives here"}, {Pos: state.Pos, Message: "leaves here"}}
	for _, other := range d.Also {
		trace = append(trace, check.Hop{Pos: other.Pos(), Message: "blocks here, too"})
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("send on %s blocks forever after %s, its receiver, leaves the loop at %s", p.Source(stmt.Chan),
			ssainstr.FuncName(d.Wait.Parent()), p.Where(state.Pos, stmt.Pos())),
		Trace:  trace,
		Doubts: d.Doubts,
		Fix:    d.Fix(p, stmt),
	})
}
