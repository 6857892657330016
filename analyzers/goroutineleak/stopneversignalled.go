package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var stopNeverSignalled = &check.Check{
	Slug:       "stop-never-signalled",
	Title:      "goroutine waits to be stopped by something that nothing ever raises",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runStopNeverSignalled,
}

// runStopNeverSignalled reports
//
//	for {
//		select {
//		case <-ticker.C:
//			…
//		case <-m.stop: // made, and neither closed nor sent to anywhere
//			return
//		}
//	}
//
// for goroutines that have no other way out: a channel, a context whose cancel
// function is not called, a flag that is not set. Silent when code elsewhere may
// raise it (an exported field or function, a value in a container or an
// interface), when the goroutine can end otherwise, and when values are sent on
// the channel, which makes it a queue.
func runStopNeverSignalled(p *check.Pass) {
	seen := make(map[token.Pos]bool)
	for _, g := range goroutines(p) {
		flow := ssaflow.Of(p.Pass)
		dead := flow.Exits(neverSignalled)
		if dead.Reachable(g.body) || !flow.Exits(nil).Reachable(g.body) {
			continue
		}
		wait, ok := decisive(flow, g.body, dead.Cut)
		if !ok {
			continue
		}
		at, ok := waitExpr(p, wait)
		if !ok || seen[at.Node().Pos()] || p.Quiet(at.Node().Pos()) {
			continue
		}
		seen[at.Node().Pos()] = true
		reportNeverSignalled(p, g, wait, at)
	}
}

func neverSignalled(s *ssaflow.Source) bool {
	return s.Dead() && (s.Channel == nil || s.Context != nil || len(s.Channel.Sends) == 0)
}

// decisive returns the first of the waits that alone would let fn end.
func decisive(flow *ssaflow.Flow, fn *ssa.Function, cut []ssaflow.Wait) (ssaflow.Wait, bool) {
	for _, w := range cut {
		without := func(s *ssaflow.Source) bool { return neverSignalled(s) && !sameSource(s, w.Source) }
		if flow.Exits(without).Reachable(fn) {
			return w, true
		}
	}
	return ssaflow.Wait{}, false
}

func sameSource(a, b *ssaflow.Source) bool {
	return a.Channel == b.Channel && a.Context == b.Context && a.Flag == b.Flag
}

// waitExpr returns the expression that waits for, or tests, the source.
func waitExpr(p *check.Pass, w ssaflow.Wait) (inspector.Cursor, bool) {
	pos := w.Instr.Pos()
	switch instr := w.Instr.(type) {
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Chan == w.Value {
				pos = s.Pos
			}
		}
	case *ssa.If:
		pos = testPos(w.Value)
	}
	cur, ok := cursorAt(p, pos)
	if !ok {
		return cur, false
	}
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			return c.ChildAt(edge.RangeStmt_X, -1), true
		case *ast.Ident:
			if _, ok := c.Parent().Node().(*ast.SelectorExpr); ok {
				continue
			}
			return c, true
		case *ast.UnaryExpr:
			return c, n.Op == token.ARROW
		default:
			return c, true
		}
	}
	return cur, false
}

// testPos returns the position of the flag or call that a condition is about.
func testPos(cond ssa.Value) token.Pos {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		return testPos(cond.X)
	case *ssa.BinOp:
		return testPos(cond.X)
	}
	return cond.Pos()
}

func reportNeverSignalled(p *check.Pass, g goroutine, w ssaflow.Wait, at inspector.Cursor) {
	start := g.start.Instr.Pos()
	p.Report(check.Finding{
		At:      at.Node(),
		Message: fmt.Sprintf("%s: the goroutine started at %s has no other way out and can never be stopped", deadText(p, w, at), p.Where(start, at.Node().Pos())),
		Trace: []check.Hop{
			{Pos: start, Message: "started here"},
			{Pos: at.Node().Pos(), Message: "waits here"},
		},
		Fix: fixNeverSignalled(p, g, w, at),
	})
}

// deadText says what is waited for, and who does not raise it.
func deadText(p *check.Pass, w ssaflow.Wait, at inspector.Cursor) string {
	text := p.Source(subject(at.Node()))
	switch {
	case w.Source.Flag != nil:
		return "nothing ever sets " + text
	case w.Source.Context != nil:
		return "nothing ever cancels the context behind " + text
	}
	return "nothing ever closes " + text + " or sends on it"
}

// subject returns the expression that names the source.
func subject(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.X
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
	}
	return n.(ast.Expr)
}
