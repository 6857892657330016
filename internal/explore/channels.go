package explore

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// sends returns what a send of goroutine i can lead to; at is the case of its select, -1
// for a send statement.
func (m *machine) sends(st *state, i, at int, ch int64, val value) []*state {
	if ch == nilChannel {
		return nil
	}
	o, c := st.gs[i].pend, st.heap[ch]
	if c.closed {
		return []*state{m.crash(st, i, o)}
	}
	list := m.handovers(st, i, at, ch, val)
	if len(c.cells) < c.room && len(c.cells) <= mostIterations {
		list = append(list, m.completeCase(st, i, at, value{}, func(next *state) {
			to := next.object(ch)
			to.cells = append(to.cells, val)
		}))
	} else if len(c.cells) < c.room {
		list = append(list, m.stopped(st, i))
	}
	if c.open {
		list = append(list, m.completeCase(st, i, at, value{}, func(next *state) { m.release(next, val) }))
	}
	return list
}

// stopped returns a state of which nothing is known any more.
func (m *machine) stopped(st *state, i int) *state {
	next := m.complete(st, i, st.gs[i].pend, value{}, func(*state) {})
	next.stop() // fills a large buffer
	return next
}

// handovers returns the successor states in which another goroutine receives what i sends.
func (m *machine) handovers(st *state, i, at int, ch int64, val value) []*state {
	var list []*state
	for j, g := range st.gs {
		if j == i || g.pend == nil {
			continue
		}
		switch p := g.pend; p.kind {
		case Receive:
			if p.at.obj == ch && len(st.heap[ch].cells) == 0 {
				list = append(list, m.handover(st, i, at, j, -1, val))
			}
		case Select:
			meets := at < 0 || p.block || st.gs[i].pend.block
			for k, c := range p.cases {
				if meets && !c.send && c.ch.n == ch && len(st.heap[ch].cells) == 0 {
					list = append(list, m.handover(st, i, at, j, k, val))
				}
			}
		}
	}
	return list
}

// handover is a rendezvous of two goroutines.
func (m *machine) handover(st *state, i, at, j, k int, val value) *state {
	other := st.gs[j].pend
	next := m.completeCase(st, i, at, value{}, func(*state) {})
	next.resume(j, other, m.received(next, other, k, val, true))
	next.moved = append(next.moved, st.gs[j].id)
	next.done[0].with, next.done[0].withSite = st.gs[j].id, other.site
	return next
}

// completeCase is complete for a send or a case of a select.
func (m *machine) completeCase(st *state, i, at int, result value, change func(*state)) *state {
	o := st.gs[i].pend
	if at >= 0 {
		result = m.received(st, o, at, value{}, false)
	}
	next := m.complete(st, i, o, result, change)
	if at >= 0 {
		next.done[0].at = addr{obj: o.cases[at].ch.n}
		next.done[0].kind = Receive
		if o.cases[at].send {
			next.done[0].kind = Send
		}
	}
	return next
}

// received returns the result of a receive, or of case k of a select.
func (m *machine) received(st *state, o *op, k int, val value, ok bool) value {
	if o.kind == Receive {
		if instr, is := o.site.(*ssa.UnOp); is && instr.CommaOk {
			return listValue([]value{val, boolValue(ok)})
		}
		return val
	}
	list := []value{intValue(int64(k)), boolValue(ok)}
	for n, c := range o.cases {
		switch {
		case c.send:
		case n == k:
			list = append(list, val)
		default:
			list = append(list, value{})
		}
	}
	return listValue(list)
}

// elem returns the type of what a receive gives.
func elem(o *op, k int) types.Type {
	var t types.Type
	switch instr := o.site.(type) {
	case *ssa.UnOp:
		t = instr.X.Type()
	case *ssa.Select:
		t = instr.States[k].Chan.Type()
	}
	return t.Underlying().(*types.Chan).Elem()
}

// receives returns what a receive of goroutine i can lead to, handovers left out.
func (m *machine) receives(st *state, i, at int, ch int64) []*state {
	if ch == nilChannel {
		return nil
	}
	o, c := st.gs[i].pend, st.heap[ch]
	take := func(val value, ok bool, change func(*state)) []*state {
		next := m.completeCase(st, i, at, value{}, change)
		next.setResult(i, o, m.received(next, o, at, val, ok))
		return []*state{next}
	}
	switch {
	case len(c.cells) > 0:
		return take(c.cells[0], true, func(next *state) {
			from := next.object(ch)
			from.cells = from.cells[1:]
		})
	case c.closed:
		return take(m.zeroValue(elem(o, at)), false, func(*state) {})
	case c.env && !c.open && contextDone(elem(o, at)):
		return take(value{}, false, func(next *state) {
			next.done[0].ends = true
			m.endContext(next, ch)
		})
	case c.env:
		return take(value{}, true, func(*state) {})
	case c.open && c.site != nil: // a function that is passed a channel need not close it
		return take(value{}, true, func(*state) {})
	case c.open:
		ends := contextDone(elem(o, at))
		closed := take(m.zeroValue(elem(o, at)), false, func(next *state) {
			next.cost.free++
			next.done[0].ends = true
		})
		return append(take(value{}, true, func(next *state) { next.done[0].ends = ends }), closed...)
	}
	return nil
}

// contextDone reports whether a channel of this type is closed and not sent on.
func contextDone(t types.Type) bool { return callmatch.IsEmpty(t) }

// endContext ends the context with this channel, and those derived from it.
func (m *machine) endContext(st *state, ch int64) {
	st.object(ch).closed = true
	for n, c := range st.heap {
		if c == nil || c.child != ch {
			continue
		}
		for n2, d := range st.heap {
			if d != nil && d.child != 0 && st.descends(int64(n2), int64(n)) {
				st.object(d.child).closed = true
			}
		}
	}
}

// setResult sets the result of an operation that has been completed.
func (st *state) setResult(i int, o *op, result value) {
	if f := st.goroutine(i).top(); o.reg >= 0 && !f.ended {
		f.regs[o.reg] = result
	}
}

// selects returns what a select can lead to. A partner may not have arrived yet, so only
// buffers and closed channels keep a select from taking its default.
func (m *machine) selects(st *state, i int, o *op) []*state {
	var list []*state
	for k, c := range o.cases {
		if c.send {
			list = append(list, m.sends(st, i, k, c.ch.n, c.val)...)
			continue
		}
		list = append(list, m.receives(st, i, k, c.ch.n)...)
		list = append(list, m.taken(st, i, k, c.ch.n)...)
	}
	if !o.block && !slices.ContainsFunc(o.cases, st.ready) {
		list = append(list, m.complete(st, i, o, m.received(st, o, -1, value{}, false), func(*state) {}))
	}
	return list
}

// ready reports whether a case can be taken whatever others do.
func (st *state) ready(c selectCase) bool {
	ch := st.heap[c.ch.n]
	switch {
	case c.ch.n == nilChannel || ch.open:
		return false
	case c.send:
		return ch.closed || len(ch.cells) < ch.room
	}
	return len(ch.cells) > 0 || ch.closed
}

// taken returns the handovers in which the select of goroutine i receives, which belong to
// the senders; for a select with a default they make a case ready.
func (m *machine) taken(st *state, i, k int, ch int64) []*state {
	if ch == nilChannel || len(st.heap[ch].cells) > 0 || st.heap[ch].closed {
		return nil
	}
	var list []*state
	for j, g := range st.gs {
		if j == i || g.pend == nil {
			continue
		}
		switch p := g.pend; p.kind {
		case Send:
			if p.at.obj == ch {
				list = append(list, m.handover(st, j, -1, i, k, p.val))
			}
		case Select:
			for n, c := range p.cases {
				if c.send && c.ch.n == ch && p.block {
					list = append(list, m.handover(st, j, n, i, k, c.val))
				}
			}
		}
	}
	return list
}
