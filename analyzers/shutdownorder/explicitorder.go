package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/releases"
)

var explicitOrder = &check.Check{
	Slug:       "explicit-order",
	Title:      "store is closed before what uses it has stopped",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runExplicitOrder,
}

// runExplicitOrder reports
//
//	s.db.Close()
//	s.wg.Wait() // for a goroutine that uses s.db
//
// and
//
//	db.Close()
//	srv.Shutdown(ctx) // of a server whose handler is made with db
//
// for statements of one list, in any function. Silent when the goroutines are
// not seen to use what is closed, when something before the close waits for them
// or shuts the server down, and for orders that are only unusual: a dependency
// is shown by use, never by a name.
func runExplicitOrder(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	known := releases.Of(p.Pass)
	var hold *holding
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		closed, waits := steps(p, cur, known.Closes)
		if len(closed) == 0 {
			continue
		}
		stops, _ := steps(p, cur, stopsServer)
		if hold == nil && len(waits)+len(stops) > 0 {
			hold = newHolding(p)
		}
		for _, rel := range closed {
			if rel.deferred != nil {
				continue
			}
			if !closedUnderGoroutine(p, hold, rel, waits) {
				closedUnderServer(p, hold, rel, stops)
			}
		}
	}
}

func stopsServer(fn *types.Func) bool {
	_, ok := catalog.ServerStops[callmatch.Name(fn)]
	return ok
}

// closedUnderGoroutine reports a release above the wait for a goroutine that
// uses what it closes.
func closedUnderGoroutine(p *check.Pass, hold *holding, rel step, waits []step) bool {
	for _, wait := range waits {
		if wait.deferred != nil || !above(p, rel.stmt, wait.stmt) || wait.stmt == rel.stmt {
			continue
		}
		for _, s := range joined(p, wait) {
			use := hold.use(startBody(p, s), hold.all(rel.subject), 3)
			if use == nil || s.In == nil || earlier(p, rel, waits) || within(rel.stmt, s.Node.Pos()) || s.Node.Pos() > rel.stmt.Pos() && s.Node.Pos() < wait.stmt.Pos() {
				continue
			}
			p.Report(check.Finding{
				At: rel.expr,
				Message: fmt.Sprintf("%s comes before %s (line %d): the goroutine started at %s still uses it (%s)",
					callText(p, rel), p.Source(wait.expr), p.Line(wait.expr.Pos()), p.Where(s.Node.Pos(), rel.expr.Pos()), p.Where(use.Pos(), rel.expr.Pos())),
				Trace: []check.Hop{
					{Pos: s.Node.Pos(), Message: "started here"},
					{Pos: use.Pos(), Message: "used here"},
					{Pos: wait.expr.Pos(), Message: "waited for here, later"},
				},
				Fix: fixOrder(p, rel, wait),
			})
			return true
		}
	}
	return false
}

// earlier reports whether the function waits for anything above a release: it
// may know that the goroutine is through.
func earlier(p *check.Pass, rel step, waits []step) bool {
	for _, w := range waits {
		if w.deferred == nil && w.expr.Pos() < rel.expr.Pos() {
			return true
		}
	}
	return false
}

// closedUnderServer reports a release above the shutdown of a server that was
// made with what it closes.
func closedUnderServer(p *check.Pass, hold *holding, rel step, stops []step) {
	for _, stop := range stops {
		if stop.deferred != nil || !above(p, rel.stmt, stop.stmt) || earlier(p, rel, stops) {
			continue
		}
		if set := hold.all(rel.subject); rel.subject == stop.subject || !set[stop.subject] {
			continue
		}
		p.Report(check.Finding{
			At: rel.expr,
			Message: fmt.Sprintf("%s comes before %s (line %d): requests in flight still use it",
				callText(p, rel), callText(p, stop), p.Line(stop.expr.Pos())),
			Trace: []check.Hop{{Pos: stop.expr.Pos(), Message: "requests end here, later"}},
			Fix:   fixOrder(p, rel, stop),
		})
		return
	}
}

func callText(p *check.Pass, s step) string {
	if call, ok := s.expr.(*ast.CallExpr); ok {
		return p.Source(call.Fun)
	}
	return p.Source(s.expr)
}
