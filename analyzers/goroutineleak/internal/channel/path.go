package channel

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A place is a point on a path through an owner, with what has happened since
// the channel began.
type place struct {
	block          *ssa.BasicBlock
	sent, received int
	joined         token.Pos // of a wait for a group that may be the senders'
}

// Escape looks for a path from the channel's creation to a return, or to a wait for the
// senders, on which more is sent than received and buffered: first for one without a wait
// for anything that may be the senders.
func (o *Owner) Escape() *Escape {
	if e := o.search(); e != nil {
		return e
	}
	o.pastJoins = true
	return o.search()
}

func (o *Owner) search() *Escape {
	start := place{block: o.Birth.Block(), sent: o.sentAt(o.Birth)}
	seen := make(map[place]bool)
	next := []place{}
	if e := o.walk(start, ssainstr.InstrsAfter(o.Birth), &next); e != nil {
		return e
	}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		if e := o.walk(at, at.block.Instrs, &next); e != nil {
			return e
		}
	}
	return nil
}

// several reports whether the channel is one of those that a loop makes and keeps.
func (o *Owner) several() bool {
	return o.Class.Elements && ssainstr.Innermost(ssainstr.LoopsOf(o.Fn, nil), o.Birth.Block()) != nil
}

// walk follows the instructions of one block, and appends where control goes.
func (o *Owner) walk(at place, instrs []ssa.Instruction, next *[]place) *Escape {
	for _, instr := range instrs {
		if instr == o.Birth {
			if o.several() {
				return nil // it is kept beside the next
			}
			return o.left(at, instr)
		}
		if _, ok := instr.(*ssa.Select); !ok {
			at.sent = sendcount.Plus(at.sent, o.sentAt(instr))
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op != token.ARROW {
				continue
			}
			if o.is(instr.X) {
				at.received = sendcount.Plus(at.received, 1)
			} else {
				at.received = sendcount.Plus(at.received, o.finished(instr.X))
			}
		case *ssa.Call:
			switch {
			case !Joins(instr):
			case o.joinsSenders(instr):
				return o.left(at, instr)
			case !o.pastJoins:
				return nil
			default:
				at.joined = instr.Pos()
			}
		case *ssa.Return:
			return o.left(at, instr)
		}
	}
	for i, succ := range at.block.Succs {
		if to, ok := o.edge(at, i); ok {
			to.block = succ
			*next = append(*next, to)
		}
	}
	return nil
}

// left returns the escape at the end of a path, if it is one.
func (o *Owner) left(at place, end ssa.Instruction) *Escape {
	if o.atMostOne {
		at.sent = min(at.sent, 1)
	}
	if o.several() && at.received != sendcount.Many && int64(at.sent) > o.Size {
		return &Escape{At: end, Sender: o.senders[0], Sent: at.sent, Received: at.received, Joined: at.joined} // those of the others
	}
	most, known := o.most()
	if !known && at.sent == sendcount.Many && (at.received == sendcount.Many || o.Size > 0 && !o.unbounded()) {
		return nil
	}
	if known && at.sent == sendcount.Many { // more than are counted
		at.sent = most
	}
	if (known || at.sent != sendcount.Many) && int64(at.sent) <= o.Size+int64(at.received) {
		return nil
	}
	return &Escape{At: end, Sender: o.senders[0], Sent: at.sent, Received: at.received, Joined: at.joined}
}

// most returns how many sends the senders make together, if none is begun, or sends, in a
// loop.
func (o *Owner) most() (n int, known bool) {
	for _, s := range o.senders {
		if s.several || s.count >= sendcount.Many {
			return 0, false
		}
		n += s.count
	}
	return n, true
}

// unbounded reports whether a sender may send any number, with nothing received between.
func (o *Owner) unbounded() bool {
	return slices.ContainsFunc(o.senders, func(s Sender) bool { return o.sentAt(s.At) == sendcount.Many })
}

// sentAt returns how many sends instr sets off.
func (o *Owner) sentAt(instr ssa.Instruction) int {
	n := 0
	for _, s := range o.senders {
		if s.At == instr {
			n = sendcount.Plus(n, s.count)
		}
	}
	if l := ssainstr.Innermost(o.loops, instr.Block()); n > 0 && l != nil && !o.answered(instr, l) {
		return sendcount.Many
	}
	return n
}

// edge returns the place after the i-th edge out of at's block, and false if the channel is
// not used any more on that edge.
func (o *Owner) edge(at place, i int) (place, bool) {
	cond, ok := at.block.Instrs[len(at.block.Instrs)-1].(*ssa.If)
	if !ok {
		return at, true
	}
	if value, known := o.decided(cond.Cond); known && value != (i == 0) && !o.several() {
		return at, false // the channel would not have been made
	}
	if _, returns := ssainstr.LastOf(at.block.Succs[i]).(*ssa.Return); returns && o.handedBy(cond.Cond) {
		return at, false // it was not taken
	}
	if cmp, ok := cond.Cond.(*ssa.BinOp); ok {
		if sel, n, ok := ssaflow.SelectCase(cmp); ok {
			return o.chosen(at, sel, n, i == 0)
		}
	}
	if o.skips(cond, i) {
		return at, false // as often as the loop that starts the senders
	}
	for _, l := range o.loops {
		if l.Body[at.block] && !l.Body[at.block.Succs[i]] && o.receivesIn(l) && (!o.premature(cond.Cond) || !o.several() && o.asksForLast(cond.Cond, i)) {
			return at, false // the loop receives as often as is needed
		}
	}
	return at, true
}

// decided returns the value of a condition that the path to the channel's creation has
// determined.
func (o *Owner) decided(cond ssa.Value) (value, known bool) {
	born := o.Birth.Block()
	for d := born.Idom(); d != nil; d = d.Idom() {
		test, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || test.Cond != cond {
			continue
		}
		for i, succ := range d.Succs {
			if len(succ.Preds) == 1 && succ.Dominates(born) {
				return i == 0, true
			}
		}
	}
	return false, false
}

// chosen returns the place after a case of a select.
func (o *Owner) chosen(at place, sel *ssa.Select, n int, yes bool) (place, bool) {
	if !yes {
		return at, true
	}
	ch := sel.States[n].Chan
	switch {
	case o.is(ch):
		at.received = sendcount.Plus(at.received, 1)
	case sel.States[n].Dir == types.SendOnly:
		at.sent = sendcount.Plus(at.sent, o.sentAt(sel))
	default:
		at.received = sendcount.Plus(at.received, o.finished(ch))
	}
	return at, true
}
