package goroutineleak

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportCircles reports one wait of each circle: with sending set a send, of the
// circles that have one, else a receive of those that have none. It returns the
// waits that need no other report.
func reportCircles(p *check.Pass, sending bool) []*wait {
	c := circleOf(p)
	var done []*wait
	for _, w := range c.waits {
		ring := c.around(w)
		known := slices.ContainsFunc(ring, func(w *wait) bool { return slices.Contains(done, w) })
		done = append(done, ring...)
		first := slices.IndexFunc(ring, func(w *wait) bool { return w.sends == sending && w.adds == nil })
		if known || first < 0 || !sending && slices.ContainsFunc(ring, func(w *wait) bool { return w.sends }) {
			continue
		}
		if !p.Quiet(ring[first].instr.Pos()) {
			reportCircle(p, c.around(ring[first]))
		}
	}
	return done
}

// reportCircle reports the first wait of a circle.
func reportCircle(p *check.Pass, ring []*wait) {
	w := ring[0]
	node := waitNode(p, w)
	if node == nil {
		return
	}
	e := w.needs[0]
	what := e.kind()
	text := fmt.Sprintf("%s blocks for ever: the %s that could end it, at %s, comes behind it", waitText(p, w, node), what, p.Where(e.pos(), node.Pos()))
	trace := []check.Hop{{Pos: node.Pos(), Message: "waits here"}}
	if e.guard != w {
		text = fmt.Sprintf("%s blocks for ever: the %s that could end it, at %s, comes behind the wait at %s, which waits for it in turn",
			waitText(p, w, node), what, p.Where(e.pos(), node.Pos()), p.Where(e.guard.instr.Pos(), node.Pos()))
		trace = append(trace, check.Hop{Pos: e.guard.instr.Pos(), Message: "has to end first, and waits too"})
	}
	trace = append(trace, check.Hop{Pos: e.pos(), Message: "would end it"})
	p.Report(check.Finding{At: node, Message: text, Trace: trace, Fix: fixCircle(p, ring)})
}

// waitNode returns the syntax of a wait for a channel: the statement that sends,
// the receive, the channel that is ranged over.
func waitNode(p *check.Pass, w *wait) ast.Node {
	if w.sends {
		if stmt := sendNode(p, w.instr.Pos()); stmt != nil {
			return stmt
		}
		return nil
	}
	switch n := receiveNode(p, w.instr.Pos()).(type) {
	case *ast.UnaryExpr:
		return n
	case *ast.RangeStmt:
		return n.X
	}
	return nil
}

func waitText(p *check.Pass, w *wait, node ast.Node) string {
	switch n := node.(type) {
	case *ast.SendStmt:
		return "send on " + p.Source(n.Chan)
	case *ast.UnaryExpr:
		return "receive from " + p.Source(n.X)
	}
	return "range over " + p.Source(node)
}
