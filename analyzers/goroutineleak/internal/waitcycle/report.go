package waitcycle

import (
	"fmt"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ReportCircles reports one wait of each circle: with sending set a send, of the
// circles that have one, else a receive of those that have none. It returns the
// waits that need no other report.
func ReportCircles(p *check.Pass, sending bool) []*Wait {
	c := circleOf(p)
	var done []*Wait
	for _, w := range c.waits {
		ring := c.around(w)
		known := slices.ContainsFunc(ring, func(w *Wait) bool { return slices.Contains(done, w) })
		done = append(done, ring...)
		first := slices.IndexFunc(ring, func(w *Wait) bool { return w.sends == sending && w.adds == nil })
		if known || first < 0 || !sending && slices.ContainsFunc(ring, func(w *Wait) bool { return w.sends }) {
			continue
		}
		if !p.Quiet(ring[first].Instr.Pos()) {
			reportCircle(p, c.around(ring[first]))
		}
	}
	return done
}

// reportCircle reports the first wait of a circle.
func reportCircle(p *check.Pass, ring []*Wait) {
	w := ring[0]
	node := channel.OpNode(p, w.Instr)
	if node == nil {
		return
	}
	at, does := channel.OpText(p, node)
	e := w.needs[0]
	text := fmt.Sprintf("%s deadlocks: the %s that would unblock it, at %s, comes after ", does, e.kind(), p.Where(e.pos(), at.Pos()))
	trace := []check.Hop{{Pos: node.Pos(), Message: "blocks here"}}
	if e.guard == w {
		text += "it"
	} else {
		text += "the wait at " + p.Where(e.guard.Instr.Pos(), at.Pos()) + ", which waits for it"
		trace = append(trace, check.Hop{Pos: e.guard.Instr.Pos(), Message: "must return first, and blocks too"})
	}
	trace = append(trace, check.Hop{Pos: e.pos(), Message: "would unblock it"})
	p.Report(check.Finding{At: at, Message: text, Trace: trace, Fix: fixCircle(p, ring)})
}
