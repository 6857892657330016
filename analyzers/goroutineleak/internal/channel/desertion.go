package channel

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Desertion is a channel all of whose receivers stop receiving when a context ends, while
// a goroutine still sends on it outside of a select.
type Desertion struct {
	Class *ssaflow.Class
	Send  *ssa.Send
	Also  []*ssa.Send // the other sends in goroutines, where Send is in one
	Wait  *ssa.Select // of the receiver that leaves
	State int         // the case by which it leaves
	// Doubts are what speaks against the report.
	Doubts []check.Doubt
	Once   bool // receivers that are in no loop count as well
}

// Fills reports whether the send is in a loop, and so fills a buffer that nothing empties.
func (d *Desertion) Fills() bool {
	return ssainstr.Innermost(ssainstr.LoopsOf(d.Send.Parent(), nil), d.Send.Block()) != nil
}

// SendsOn reports whether nothing leaves the loop that the send is in: it continues until
// the buffer is full.
func (d *Desertion) SendsOn() bool {
	l := ssainstr.Innermost(ssainstr.LoopsOf(d.Send.Parent(), nil), d.Send.Block())
	for b := range l.Blocks() {
		if slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool { return !l.Body[succ] }) {
			return false
		}
	}
	return true
}

// Paced reports whether the receiver starts the sender itself, one at a time.
func (d *Desertion) Paced(flow *ssaflow.Flow) bool {
	return slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool {
		bodies, _ := s.Runs()
		return slices.Contains(bodies, d.Send.Parent()) && Paced(d.Class, s.Instr)
	})
}

// FindSend looks for a send of the class that blocks when nothing receives: in a goroutine
// of this package, or else after other work, in a loop, so that the receiver may leave
// during the work. When a function that only sends is called depends on its callers.
func (d *Desertion) FindSend(p *check.Pass) {
	index, inGoroutine := astindex.Of(p.Pass), false
	for _, op := range d.Class.Sends {
		send, ok := op.Instr.(*ssa.Send)
		if !ok || op.Fn().Syntax() == nil || ReceivesOn(d.Class, op.Fn()) {
			continue
		}
		_, started := index.GoroutineOf(p.TypesInfo, op.Fn().Syntax())
		switch {
		case started && inGoroutine:
			d.Also = append(d.Also, send)
		case started:
			d.Send, d.Doubts, inGoroutine = send, nil, true
		case inGoroutine:
		case worksBefore(send) || patient(send):
			d.Send, d.Doubts = send, nil
		case d.Send == nil:
			d.Send, d.Doubts = send, []check.Doubt{check.Doubting(verdict.CallerDecides, send.Pos())}
		}
	}
}

// patient reports whether the function of a send waits for its context elsewhere, and not in the send.
func patient(send *ssa.Send) bool {
	for instr := range ssaflow.Instrs(send.Parent()) {
		sel, ok := instr.(*ssa.Select)
		if ok && sel.Blocking && slices.ContainsFunc(sel.States, func(state *ssa.SelectState) bool { return ofParameter(state.Chan) }) {
			return true
		}
	}
	return false
}

// ofParameter reports whether a channel is the Done of a context that the function is given.
func ofParameter(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if !ok || ssaflow.Callee(&call.Call) != "(context.Context).Done" {
		return false
	}
	_, given := call.Call.Value.(*ssa.Parameter)
	return given
}

// worksBefore reports whether a loop that calls something is in front of a send.
func worksBefore(send *ssa.Send) bool {
	return slices.ContainsFunc(ssainstr.LoopsOf(send.Parent(), nil), func(l ssainstr.Loop) bool {
		if l.Body[send.Block()] || !l.Head.Dominates(send.Block()) {
			return false
		}
		return slices.ContainsFunc(ssainstr.Calls(send.Parent()), func(call ssa.CallInstruction) bool {
			_, plain := call.(*ssa.Call)
			return plain && l.Body[call.Block()]
		})
	})
}

// ReceivesOn reports whether a function receives from the class.
func ReceivesOn(c *ssaflow.Class, fn *ssa.Function) bool {
	return slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return op.Fn() == fn })
}

// ReceiversLeave reports whether every receive is the case of a select in a loop that is
// left for a context, with nothing received after it.
func (d *Desertion) ReceiversLeave(p *check.Pass, flow *ssaflow.Flow) bool {
	for _, op := range d.Class.Receives {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || !sel.Blocking {
			return false
		}
		l := ssainstr.Innermost(ssainstr.LoopsOf(op.Fn(), nil), sel.Block())
		if l == nil && d.Once {
			l = &ssainstr.Loop{}
		}
		if l == nil {
			return false
		}
		n := d.LeavesFor(flow, sel, l)
		if n < 0 {
			return false
		}
		d.Wait, d.State = sel, n
		d.Doubts = append(d.Doubts, EndsWithProcess(p, op.Fn())...)
	}
	return true
}

// LeavesFor returns the case of sel by which the loop is left for a context, a
// timeout or a stop channel, and the function then returns; -1 if there is none.
func (d *Desertion) LeavesFor(flow *ssaflow.Flow, sel *ssa.Select, l *ssainstr.Loop) int {
	for n, b := range casesOf(sel) {
		ch := sel.States[n].Chan
		if !ssainstr.TellsEnd(flow, ch) && !stopChannel(flow, ch) {
			continue
		}
		if exit := exitOf(l, b); exit != nil && d.returns(exit, make(map[*ssa.BasicBlock]bool)) {
			return n
		}
	}
	return -1
}

// exitOf returns where a case that begins with b leaves the loop: there, or when the buffer of
// a channel is empty; nil if it does not.
//
//	case <-ctx.Done():
//		if len(events) == 0 {
//			return
//		}
func exitOf(l *ssainstr.Loop, b *ssa.BasicBlock) *ssa.BasicBlock {
	if !l.Body[b] {
		return b
	}
	cmp, ok := sendcount.Condition(b)
	if !ok {
		return nil
	}
	call, ok := cmp.X.(*ssa.Call)
	if !ok {
		return nil
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	if !ok || builtin.Name() != "len" || !syntax.IsChannel(call.Call.Args[0].Type()) {
		return nil
	}
	for _, succ := range b.Succs {
		if !l.Body[succ] {
			return succ
		}
	}
	return nil
}

// stopChannel reports whether a channel is a signal to leave: nothing is sent on it, and
// something closes it that has not waited for anything, such as the senders.
func stopChannel(flow *ssaflow.Flow, ch ssa.Value) bool {
	c := flow.ChannelSource(ch).Channel
	return c != nil && len(c.Closes) > 0 && len(c.Sends) == 0 && !c.Foreign && !c.OutSends &&
		!slices.ContainsFunc(c.Closes, func(op ssaflow.Op) bool { return waitsBefore(flow, op.Instr) })
}

// waitsBefore reports whether the function of instr has waited for something before it,
// except for the end of a context or a timer.
func waitsBefore(flow *ssaflow.Flow, instr ssa.Instruction) bool {
	at := ssainstr.PlaceOf(instr)
	for other := range ssaflow.Instrs(instr.Parent()) {
		if isWait(other) && !awaitsEnd(flow, other) && ssainstr.PlaceOf(other).Before(at) {
			return true
		}
	}
	return false
}

// awaitsEnd reports whether an instruction is a receive that waits for a context or a timer.
func awaitsEnd(flow *ssaflow.Flow, instr ssa.Instruction) bool {
	receive, ok := instr.(*ssa.UnOp)
	return ok && ssainstr.TellsEnd(flow, receive.X)
}

// returns reports whether a return is reachable from b without receiving from
// the channel or waiting for a group.
func (d *Desertion) returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	for _, instr := range b.Instrs {
		if slices.ContainsFunc(d.Class.Receives, func(op ssaflow.Op) bool { return op.Instr == instr }) {
			return false
		}
		switch instr := instr.(type) {
		case *ssa.Call:
			if Joins(instr) {
				return false
			}
		case *ssa.Return:
			return true
		}
	}
	return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool { return d.returns(succ, seen) })
}

// LeavesOne reports whether one goroutine at most is left at the send: it sends one signal,
// in a goroutine that no loop starts; or it is the last statement of a timer's function,
// and the receiver itself has set the timer.
func (d *Desertion) LeavesOne(p *check.Pass) bool {
	fn := d.Send.Parent()
	if ssaflow.Reaches(d.Send.Block(), d.Send.Block()) {
		return false
	}
	st, tells := d.Send.X.Type().Underlying().(*types.Struct)
	tells = tells && st.NumFields() == 0
	l := lifetime.LifetimesIn(p)
	return slices.ContainsFunc(ssainstr.AllStarts(p), func(s ssaflow.Start) bool {
		timer := s.Starter == "time.AfterFunc" && ssaflow.Outermost(fn) == ssaflow.Outermost(d.Wait.Parent())
		return slices.Contains(s.Bodies, fn) && (timer || tells && s.Starter == "" && !l.Repeats(s.Instr, 4))
	})
}

// LeavesForError returns where the loop around a receive is left because of an error in
// what is done after it, which does not come from the channel, with nothing received after
// that.
func (o *Owner) LeavesForError(op ssaflow.Op) token.Pos {
	l := ssainstr.Innermost(ssainstr.LoopsOf(op.Fn(), nil), op.Instr.Block())
	if l == nil {
		return token.NoPos
	}
	d := &Desertion{Class: o.Class}
	for b := range l.Blocks() {
		cmp, ok := sendcount.Condition(b)
		if !ok || !op.Instr.Block().Dominates(b) || !callmatch.IsError(cmp.X.Type()) || !ssainstr.IsNil(cmp.Y) || o.fromChannel(cmp.X, 4) {
			continue
		}
		for i, succ := range b.Succs {
			fails := (cmp.Op == token.NEQ) == (i == 0)
			if fails && !l.Body[succ] && d.returns(succ, make(map[*ssa.BasicBlock]bool)) {
				return firstPos(succ, cmp.Pos())
			}
		}
	}
	return token.NoPos
}

// firstPos returns the first position in a block, or else.
func firstPos(b *ssa.BasicBlock, or token.Pos) token.Pos {
	for _, instr := range b.Instrs {
		if instr.Pos().IsValid() {
			return instr.Pos()
		}
	}
	return or
}

// OthersGiveUp reports whether another function that sends to the receiver does so in a select
// that is left when the receiver leaves, or closes a channel as it leaves: it may be called then, and so may the
// sender.
func (d *Desertion) OthersGiveUp(flow *ssaflow.Flow) bool {
	stops := closedBy(flow, d.Wait.Parent())
	if stop := flow.ChannelSource(d.Wait.States[d.State].Chan).Channel; stop != nil {
		stops = append(stops, stop)
	}
	return slices.ContainsFunc(stops, func(stop *ssaflow.Class) bool { return d.givesUpFor(flow, stop) })
}

// closedBy returns the channels that a function closes.
func closedBy(flow *ssaflow.Flow, fn *ssa.Function) (list []*ssaflow.Class) {
	for _, c := range flow.Channels() {
		if slices.ContainsFunc(c.Closes, func(op ssaflow.Op) bool { return ssaflow.Outermost(op.Fn()) == ssaflow.Outermost(fn) }) {
			list = append(list, c)
		}
	}
	return list
}

// givesUpFor reports whether another function sends to the receiver in a select that is left for a channel.
func (d *Desertion) givesUpFor(flow *ssaflow.Flow, stop *ssaflow.Class) bool {
	return slices.ContainsFunc(stop.Receives, func(op ssaflow.Op) bool {
		sel, ok := op.Instr.(*ssa.Select)
		return ok && sel != d.Wait && slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool {
			return s.Dir == types.SendOnly && slices.ContainsFunc(d.Wait.States, func(received *ssa.SelectState) bool {
				return received.Dir == types.RecvOnly && flow.ChannelSource(received.Chan).Channel == flow.ChannelSource(s.Chan).Channel
			})
		})
	})
}
