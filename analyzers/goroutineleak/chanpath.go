package goroutineleak

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A place is a point on a path through an owner, with what has happened since
// the channel began.
type place struct {
	block          *ssa.BasicBlock
	sent, received int
	joined         token.Pos // of a wait for a group that may be the senders'
}

// escape looks for a path from the channel's birth to a return, or to a wait for the
// senders, on which more is sent than received and buffered: first for one on which nobody
// waits for anything that may be the senders.
func (o *owner) escape() *escape {
	if e := o.search(); e != nil {
		return e
	}
	o.pastJoins = true
	return o.search()
}

func (o *owner) search() *escape {
	start := place{block: o.birth.Block(), sent: o.sentAt(o.birth)}
	seen := make(map[place]bool)
	next := []place{}
	if e := o.walk(start, instrsAfter(o.birth), &next); e != nil {
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
func (o *owner) several() bool {
	return o.class.Elements && innermost(loopsOf(o.fn, nil), o.birth.Block()) != nil
}

// walk follows the instructions of one block, and appends where control goes.
func (o *owner) walk(at place, instrs []ssa.Instruction, next *[]place) *escape {
	for _, instr := range instrs {
		if instr == o.birth {
			if o.several() {
				return nil // it is kept beside the next
			}
			return o.left(at, instr)
		}
		if _, ok := instr.(*ssa.Select); !ok {
			at.sent = plus(at.sent, o.sentAt(instr))
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op != token.ARROW {
				continue
			}
			if o.is(instr.X) {
				at.received = plus(at.received, 1)
			} else {
				at.received = plus(at.received, o.finished(instr.X))
			}
		case *ssa.Call:
			switch {
			case !joins(instr):
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
func (o *owner) left(at place, end ssa.Instruction) *escape {
	if o.atMostOne {
		at.sent = min(at.sent, 1)
	}
	if o.several() && at.received != many && int64(at.sent) > o.size {
		return &escape{at: end, sender: o.senders[0], sent: at.sent, received: at.received, joined: at.joined} // those of the others
	}
	most, known := o.most()
	if !known && at.sent == many && (at.received == many || o.size > 0 && !o.unbounded()) {
		return nil
	}
	if known && at.sent == many { // more than are told apart
		at.sent = most
	}
	if (known || at.sent != many) && int64(at.sent) <= o.size+int64(at.received) {
		return nil
	}
	return &escape{at: end, sender: o.senders[0], sent: at.sent, received: at.received, joined: at.joined}
}

// most returns how many sends the senders make together, if none is begun, or sends, in a
// loop.
func (o *owner) most() (n int, known bool) {
	for _, s := range o.senders {
		if s.several || s.count >= many {
			return 0, false
		}
		n += s.count
	}
	return n, true
}

// unbounded reports whether a sender may send any number, with nothing received between.
func (o *owner) unbounded() bool {
	return slices.ContainsFunc(o.senders, func(s sender) bool { return o.sentAt(s.at) == many })
}

// sentAt returns how many sends instr sets off.
func (o *owner) sentAt(instr ssa.Instruction) int {
	n := 0
	for _, s := range o.senders {
		if s.at == instr {
			n = plus(n, s.count)
		}
	}
	if l := innermost(o.loops, instr.Block()); n > 0 && l != nil && !o.answered(instr, l) {
		return many
	}
	return n
}

// edge returns the place behind the i-th edge out of at's block, and false when
// the channel is done with on that edge.
func (o *owner) edge(at place, i int) (place, bool) {
	cond, ok := at.block.Instrs[len(at.block.Instrs)-1].(*ssa.If)
	if !ok {
		return at, true
	}
	if value, known := o.decided(cond.Cond); known && value != (i == 0) && !o.several() {
		return at, false // the channel would not have been made
	}
	if _, returns := lastOf(at.block.Succs[i]).(*ssa.Return); returns && o.handedBy(cond.Cond) {
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
		if l.body[at.block] && !l.body[at.block.Succs[i]] && o.receivesIn(l) && (!o.premature(cond.Cond) || !o.several() && o.asksForLast(cond.Cond, i)) {
			return at, false // the loop receives as often as is needed
		}
	}
	return at, true
}

// decided returns the value of a condition that the way to the channel's birth
// has settled.
func (o *owner) decided(cond ssa.Value) (value, known bool) {
	born := o.birth.Block()
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

// chosen returns the place behind a case of a select.
func (o *owner) chosen(at place, sel *ssa.Select, n int, yes bool) (place, bool) {
	if !yes {
		return at, true
	}
	ch := sel.States[n].Chan
	switch {
	case o.is(ch):
		at.received = plus(at.received, 1)
	case sel.States[n].Dir == types.SendOnly:
		at.sent = plus(at.sent, o.sentAt(sel))
	default:
		at.received = plus(at.received, o.finished(ch))
	}
	return at, true
}
