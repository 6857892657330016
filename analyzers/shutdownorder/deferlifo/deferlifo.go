// Package deferlifo is the check shutdownorder/defer-lifo: deferred calls run in an order
// that deadlocks, or that closes what is still in use.
package deferlifo

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/releases"
)

//go:embed deferlifo.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "defer-lifo",
	Title:      "deferred calls run in an order that deadlocks, or that closes what is still in use",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports, since the call that is deferred last runs first,
//
//	defer cancel()    // runs last, and the workers wait for it
//	defer wg.Wait()
//
//	defer wg.Wait()   // runs last, and the workers use db until then
//	defer db.Close()
//
//	defer a.srv.Shutdown(ctx) // runs last, and requests in flight use db until then
//	defer a.db.Close()
//
//	defer func() { … log.Error("close", zap.Error(err)) … }()
//	defer log.Sync()  // runs first, as the Close of the file does that it writes to
//
// Silent when the workers can end without the deferred signal, when they are not
// seen to use what is closed, and when the function waits for them before.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	st := order.NewStepper(p, order.Kinds(releases.Of(p.Pass).Closes))
	st.Foreign = true
	flush := order.NewStepper(p, func(fn *types.Func) order.Kind {
		if catalog.LogFlushes[callmatch.Name(fn)] {
			return order.Closes
		}
		return order.Other
	})
	var hold *order.Holding
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) || !defersTwice(cur.Node()) {
			continue
		}
		t := &order.Timeline{P: p, Steps: st.Of(cur.Node())}
		waiting, stopping := t.All(order.Waits), t.All(order.Stops)
		for _, wait := range waiting {
			if wait.Deferred != nil && wait.Via == nil {
				checkDeadlock(p, wait)
			}
		}
		reported := make(map[*ast.DeferStmt]bool) // and what the deferred call closes in turn is
		for _, rel := range t.All(order.Closes) {
			if hold == nil && len(waiting)+len(stopping) > 0 {
				hold = order.NewHolding(p)
			}
			if !reported[rel.Deferred] {
				reported[rel.Deferred] = checkClosedEarly(p, hold, rel, waiting)
			}
			if !reported[rel.Deferred] {
				checkClosedUnderServer(p, hold, rel, stopping)
			}
			if rel.Deferred != nil && rel.Via == nil && isFile(rel.Subject) {
				if hold == nil {
					hold = order.NewHolding(p)
				}
				checkFlushedEarly(p, cur, rel, logsInto(p, hold, rel.Subject))
			}
		}
		for _, s := range flush.Of(cur.Node()) {
			if s.Kind == order.Closes && s.Via == nil {
				checkFlushedEarly(p, cur, s, callsOn(p, map[*types.Var]bool{s.Subject: true}))
			}
		}
	}
}

// defersTwice is the fast path.
func defersTwice(fn ast.Node) bool {
	n := 0
	if body := astindex.FuncBody(fn); body != nil {
		syntax.InOwn(body, func(node ast.Node) {
			if _, ok := node.(*ast.DeferStmt); ok {
				n++
			}
		})
	}
	return n > 1
}

// checkClosedEarly reports a deferred release that runs before the deferred wait
// for goroutines that use what it closes, and reports whether it does.
func checkClosedEarly(p *check.Pass, hold *order.Holding, rel order.Step, waits []order.Step) bool {
	if rel.Deferred == nil || waitsWithin(p, rel) {
		return false
	}
	for _, wait := range waits {
		if wait.Deferred == nil || !order.Above(p, wait.Stmt, rel.Stmt) {
			continue
		}
		set := hold.All(rel.Subject)
		if wait.Via != nil && wait.Subject.IsField() && wait.Root != rel.Root && !set[wait.Root] {
			continue // of something else
		}
		if wait.Fact != nil {
			if set[wait.Subject] && hold.UsesType(wait, rel) {
				reportClosedEarly(p, rel, wait, wait.Users(), nil)
				return true
			}
			continue
		}
		for _, s := range order.Joined(p, wait) {
			body := order.StartBody(p, s)
			if use := hold.Use(body, set, 3); use != nil && !waitedBetween(p, s, rel, waits) {
				reportClosedEarly(p, rel, wait, fmt.Sprintf("the goroutine started at %s still uses it (%s)", p.Where(s.Node.Pos(), rel.At().Pos()), p.Where(use.Pos(), rel.At().Pos())),
					[]check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: use.Pos(), Message: "used here"}})
				return true
			}
		}
	}
	return false
}

func reportClosedEarly(p *check.Pass, rel, wait order.Step, reason string, trace []check.Hop, doubts ...check.Doubt) {
	t := &order.Timeline{P: p}
	p.Report(check.Finding{
		At:      rel.At(),
		Message: fmt.Sprintf("deferred %s runs before the deferred %s (line %d): %s", t.Named(rel), t.Named(wait), p.Line(wait.At().Pos()), reason),
		Trace:   append(trace, check.Hop{Pos: wait.At().Pos(), Message: "waited for here, later"}),
		Doubts:  doubts,
		Fix:     fixClosedEarly(p, rel, wait),
	})
}
