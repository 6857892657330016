package lockorder

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportWired reports
//
//	desk := lending.NewDesk(office) // calls office.Valid under Desk.mu, which acquires Office.mu
//	office.SetDesk(desk)            // calls desk.Recall under Office.mu, which acquires Desk.mu
//
// where two packages have locks, and this one puts the value of the one into the interface of the other.
func reportWired(p *check.Pass, c lockuse.Cycle) {
	at := c.Wiring
	var node ast.Node = source.CallAt(p, at.Pos)
	if call := source.CallAt(p, at.Pos); call == nil {
		path := source.PathTo(p, at.Pos)
		if len(path) == 0 {
			return
		}
		node = path[0]
	}
	if p.Quiet(node.Pos()) {
		return
	}
	var doubts []check.Doubt
	if at.Others || c.Back.Wiring.Others {
		doubts = append(doubts, check.Doubting(verdict.OtherType, node.Pos()))
	}
	var trace []check.Hop
	if c.Back.Wiring.Pos.IsValid() && p.Line(c.Back.Wiring.Pos) != p.Line(node.Pos()) {
		trace = append(trace, check.Hop{Pos: c.Back.Wiring.Pos, Message: fmt.Sprintf("makes the other call acquire %s", source.ShortKey(p, c.From))})
	}
	p.Report(check.Finding{
		At: node,
		Message: fmt.Sprintf("lock order inversion, which can deadlock: %s.%s of %s acquires %s while %s is held at %s, and in the opposite order at %s",
			source.ShortKey(p, at.Interface), at.Method, source.ShortKey(p, at.Type), source.ShortKey(p, c.To), source.ShortKey(p, c.From), c.Elsewhere, c.Back.Elsewhere),
		Trace:  trace,
		Doubts: doubts,
	})
}
