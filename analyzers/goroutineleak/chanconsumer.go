package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A desertion is a channel all of whose receivers stop receiving when a context
// ends, while a goroutine still sends on it without another way out.
type desertion struct {
	class *ssaflow.Class
	send  *ssa.Send
	wait  *ssa.Select // of the receiver that leaves
	state int         // the case by which it leaves
	// doubts are what speaks against the report.
	doubts []check.Doubt
}

// desertions returns the deserted channels of the package: made here, and received from
// by functions of this package alone, as far as it shows; with a buffer, those that a loop
// can fill.
func desertions(p *check.Pass) []*desertion {
	flow := ssaflow.Of(p.Pass)
	var list []*desertion
	for _, c := range flow.Channels() {
		size, ok := c.MadeCapacity()
		if !ok || c.OutReceives && c.Beyond || len(c.Receives) == 0 || len(c.Ranges) > 0 {
			continue
		}
		d := &desertion{class: c}
		if d.findSend(p); d.send != nil && (size == 0 || d.fills()) && d.receiversLeave(p, flow) {
			if c.OutReceives {
				d.doubts = append(d.doubts, check.Doubting(verdict.MayWait, c.Makes[0].Pos()))
			}
			if size > 0 && !d.sendsOn() {
				d.doubts = append(d.doubts, check.Doubting(verdict.UnknownLimit, c.Makes[0].Pos()))
			}
			if d.paced(flow) {
				d.doubts = append(d.doubts, check.Doubting(verdict.OneLeft, d.wait.Pos()))
			}
			list = append(list, d)
		}
	}
	return list
}

// fills reports whether the send is in a loop, and so fills a buffer that nobody empties.
func (d *desertion) fills() bool {
	return innermost(loopsOf(d.send.Parent(), nil), d.send.Block()) != nil
}

// sendsOn reports whether nothing leaves the loop that the send is in: it goes on until
// the buffer is full.
func (d *desertion) sendsOn() bool {
	l := innermost(loopsOf(d.send.Parent(), nil), d.send.Block())
	for b := range l.body {
		if slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool { return !l.body[succ] }) {
			return false
		}
	}
	return true
}

// paced reports whether the receiver starts the sender itself, one at a time.
func (d *desertion) paced(flow *ssaflow.Flow) bool {
	return slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool {
		bodies, _ := s.Runs()
		return slices.Contains(bodies, d.send.Parent()) && paced(d.class, s.Instr)
	})
}

// findSend looks for a send of the class that somebody is stuck in when nobody receives:
// a goroutine of this package, or else what has worked before, in a loop, so that the
// receiver may leave meanwhile. Of a function that just sends its callers decide when.
func (d *desertion) findSend(p *check.Pass) {
	index := astindex.Of(p.Pass)
	for _, op := range d.class.Sends {
		send, ok := op.Instr.(*ssa.Send)
		if !ok || op.Fn().Syntax() == nil || receivesOn(d.class, op.Fn()) {
			continue
		}
		if _, ok := index.GoroutineOf(p.TypesInfo, op.Fn().Syntax()); ok {
			d.send, d.doubts = send, nil
			return
		}
		switch {
		case worksBefore(send):
			d.send, d.doubts = send, nil
		case d.send == nil:
			d.send, d.doubts = send, []check.Doubt{check.Doubting(verdict.CallerDecides, send.Pos())}
		}
	}
}

// worksBefore reports whether a loop that calls something stands in front of a send.
func worksBefore(send *ssa.Send) bool {
	return slices.ContainsFunc(loopsOf(send.Parent(), nil), func(l loop) bool {
		if l.body[send.Block()] || !l.head.Dominates(send.Block()) {
			return false
		}
		return slices.ContainsFunc(calls(send.Parent()), func(call ssa.CallInstruction) bool {
			_, plain := call.(*ssa.Call)
			return plain && l.body[call.Block()]
		})
	})
}

func receivesOn(c *ssaflow.Class, fn *ssa.Function) bool {
	return slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return op.Fn() == fn })
}

// receiversLeave reports whether every receive is the case of a select in a loop
// that is left for a context, with nothing received behind it.
func (d *desertion) receiversLeave(p *check.Pass, flow *ssaflow.Flow) bool {
	for _, op := range d.class.Receives {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || !sel.Blocking {
			return false
		}
		l := innermost(loopsOf(op.Fn(), nil), sel.Block())
		if l == nil {
			return false
		}
		n := d.leavesFor(flow, sel, l)
		if n < 0 {
			return false
		}
		d.wait, d.state = sel, n
		d.doubts = append(d.doubts, endsWithProcess(p, op.Fn())...)
	}
	return true
}

// leavesFor returns the case of sel by which the loop is left for a context, a
// timeout or a stop channel, and the function then returns; -1 if there is none.
func (d *desertion) leavesFor(flow *ssaflow.Flow, sel *ssa.Select, l *loop) int {
	for n, b := range casesOf(sel) {
		if ch := sel.States[n].Chan; (tellsEnd(flow, ch) || stopChannel(flow, ch)) && !l.body[b] && d.returns(b, make(map[*ssa.BasicBlock]bool)) {
			return n
		}
	}
	return -1
}

// tellsEnd reports whether a channel tells the end of a context, or of a time.
func tellsEnd(flow *ssaflow.Flow, ch ssa.Value) bool {
	if call, ok := ch.(*ssa.Call); ok {
		name := ssaflow.Callee(&call.Call)
		return name == "(context.Context).Done" || catalog.Timeouts[name]
	}
	return flow.ChannelSource(ch).Context != nil
}

// stopChannel reports whether a channel is a signal to leave: nothing is sent on it, and
// something closes it that has not waited for anything, such as the senders.
func stopChannel(flow *ssaflow.Flow, ch ssa.Value) bool {
	c := flow.ChannelSource(ch).Channel
	return c != nil && len(c.Closes) > 0 && len(c.Sends) == 0 && !c.Foreign && !c.OutSends &&
		!slices.ContainsFunc(c.Closes, func(op ssaflow.Op) bool { return waitsBefore(op.Instr) })
}

// waitsBefore reports whether the function of instr has waited for something on the way
// there.
func waitsBefore(instr ssa.Instruction) bool {
	at := placeOf(instr)
	for other := range ssaflow.Instrs(instr.Parent()) {
		if isWait(other) && placeOf(other).before(at) {
			return true
		}
	}
	return false
}

// returns reports whether a return is reachable from b without receiving from
// the channel or waiting for a group.
func (d *desertion) returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	for _, instr := range b.Instrs {
		if slices.ContainsFunc(d.class.Receives, func(op ssaflow.Op) bool { return op.Instr == instr }) {
			return false
		}
		switch instr := instr.(type) {
		case *ssa.Call:
			if joins(instr) {
				return false
			}
		case *ssa.Return:
			return true
		}
	}
	return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool { return d.returns(succ, seen) })
}

func reportDesertion(p *check.Pass, d *desertion) {
	stmt := sendNode(p, d.send.Pos())
	if stmt == nil {
		return
	}
	state := d.wait.States[d.state]
	if d.leavesOne(p) {
		d.doubts = append(d.doubts, check.Doubting(verdict.OneLeft, d.send.Pos()))
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("send on %s blocks forever after %s, its receiver, leaves the loop at %s", p.Source(stmt.Chan),
			funcName(d.wait.Parent()), p.Where(state.Pos, stmt.Pos())),
		Trace:  []check.Hop{{Pos: d.wait.Pos(), Message: "receives here"}, {Pos: state.Pos, Message: "leaves here"}},
		Doubts: d.doubts,
		Fix:    d.fix(p, stmt),
	})
}

// leavesOne reports whether one goroutine at most is left at the send: it tells once that
// something is the case, in a goroutine that no loop starts; or it is the end of what a timer
// runs that the receiver itself has set.
func (d *desertion) leavesOne(p *check.Pass) bool {
	fn := d.send.Parent()
	if ssaflow.Reaches(d.send.Block(), d.send.Block()) {
		return false
	}
	st, tells := d.send.X.Type().Underlying().(*types.Struct)
	tells = tells && st.NumFields() == 0
	l := lifetimesIn(p)
	return slices.ContainsFunc(allStarts(p), func(s ssaflow.Start) bool {
		timer := s.Starter == "time.AfterFunc" && topOf(fn) == topOf(d.wait.Parent())
		return slices.Contains(s.Bodies, fn) && (timer || tells && s.Starter == "" && !l.repeats(s.Instr, 4))
	})
}

// fix lets the send end with the channel for which the receiver leaves, where both are
// fields of the same value, else with a context.
//
//	select { case h.leave <- m: case <-h.done: }
func (d *desertion) fix(p *check.Pass, stmt *ast.SendStmt) *edit.Fix {
	load, ok := d.wait.States[d.state].Chan.(*ssa.UnOp)
	sel, isField := ast.Unparen(stmt.Chan).(*ast.SelectorExpr)
	if !ok || !isField {
		return sendWithContext(p, p.Edit(stmt.Pos()), stmt, true)
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok || typeName(addr.X.Type()) == nil || typeName(addr.X.Type()) != typeName(p.TypesInfo.TypeOf(sel.X)) || !isChannel(ssaflow.Field(addr).Type()) {
		return sendWithContext(p, p.Edit(stmt.Pos()), stmt, true)
	}
	cur, ok := cursorAt(p, stmt.Arrow)
	if !ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	done := p.Source(sel.X) + "." + ssaflow.Field(addr).Name()
	indent, leave, err := e.Indent(stmt.Pos()), wayOut(p, cur), ""
	if strings.Contains(leave.text, anError) {
		err = e.Import(stmt.Pos(), "context", "context") + ".Canceled"
	}
	e.Replace(stmt.Pos(), stmt.End(), block(indent, lines(indent, "select {", "case "+p.Source(stmt)+":",
		"case <-"+done+":"), leave.body(err), "}"))
	return e.Fix("Wait for "+done+" too, in a select", "")
}
