// Package readywhiledraining is the check shutdownorder/ready-while-draining: readiness is set and
// not reset before the server is shut down.
package readywhiledraining

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/readiness"
)

//go:embed readywhiledraining.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "ready-while-draining",
	Title:      "readiness is set and not reset before the server is shut down",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	api.ready.Store(true)
//	<-ctx.Done()
//	srv.Shutdown(end)
//
// where a handler answers 503 unless the flag is set, or the status of a gRPC health server; and a reset that
// comes after the shutdown; and a flag that is set in time, and that no handler reads, see reportUnread. Silent where anything else that the package calls resets a flag or a status.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	stops := serverStops(p, in)
	if len(stops) == 0 {
		return
	}
	reportUnread(p, stops)
	known := readiness.Of(p.Pass)
	var set, reset []inspector.Cursor
	inSetter := false
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil)) {
		ready, unready := known.Effect(cur.Node())
		switch decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl); {
		case !unready:
		case ok && known.Sets(decl) && !beside(cur, stops).Valid():
			inSetter = true // what calls it is judged
		default:
			reset = append(reset, cur)
		}
		if ready && !p.Quiet(cur.Node().Pos()) && !known.Within(cur.Node()) {
			set = append(set, cur)
		}
	}
	if len(reset) > 0 {
		reportLate(p, reset, stops)
		return
	}
	if inSetter {
		return // importers call it
	}
	for _, cur := range set {
		reportReady(p, cur, stops)
	}
}

// reportLate reports a readiness that is reset only after the servers are shut down.
//
//	srv.Shutdown(end)
//	api.ready.Store(false)
func reportLate(p *check.Pass, reset, stops []inspector.Cursor) {
	var stop inspector.Cursor
	for _, cur := range reset {
		stop = beside(cur, stops)
		if !stop.Valid() || stop.Node().End() > cur.Node().Pos() || p.Quiet(cur.Node().Pos()) {
			return
		}
	}
	call := stop.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: reset[0].Node(),
		Message: fmt.Sprintf("load balancers keep sending requests during the shutdown: readiness is reset here, after %s (%s)",
			p.Name(call.Fun), p.Where(call.Pos(), reset[0].Node().Pos())),
		Trace: []check.Hop{{Pos: call.Pos(), Message: "shut down here"}},
	})
}

// beside returns the last shutdown in the function around cur: those before it may be of servers that no load
// balancer asks.
func beside(cur inspector.Cursor, stops []inspector.Cursor) (stop inspector.Cursor) {
	around, ok := astindex.FuncAround(cur)
	for _, s := range stops {
		if of, within := astindex.FuncAround(s); ok && within && of == around {
			stop = s
		}
	}
	return stop
}

// serverStops returns the calls that shut servers down.
func serverStops(p *check.Pass, in *inspector.Inspector) []inspector.Cursor {
	var list []inspector.Cursor
	for cur, to := range calls.All(p.Pass) {
		name := to.Name
		if _, ok := catalog.ServerStops[name]; ok && !p.Quiet(cur.Node().Pos()) {
			list = append(list, cur)
		}
	}
	return list
}

func reportReady(p *check.Pass, cur inspector.Cursor, stops []inspector.Cursor) {
	stop := stops[0]
	if i := slices.IndexFunc(stops, func(s inspector.Cursor) bool { return astindex.DeclAround(s) == astindex.DeclAround(cur) }); i >= 0 {
		stop = stops[i]
	}
	call := stop.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("load balancers keep sending requests during the shutdown: the readiness that is set here is not reset before %s (%s)",
			p.Name(call.Fun), p.Where(call.Pos(), cur.Node().Pos())),
		Trace: []check.Hop{{Pos: call.Pos(), Message: "shut down here"}},
		Fix:   fix(p, cur, stop),
	})
}
