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

var deferLIFO = &check.Check{
	Slug:       "defer-lifo",
	Title:      "deferred calls run in an order that deadlocks, or that closes what is still in use",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runDeferLIFO,
}

// runDeferLIFO reports, since the call that is deferred last runs first,
//
//	defer cancel()    // runs last, and the workers wait for it
//	defer wg.Wait()
//
//	defer wg.Wait()   // runs last, and the workers use db until then
//	defer db.Close()
//
//	defer func() { … log.Error("close", zap.Error(err)) … }()
//	defer log.Sync()  // runs first, as the Close of the file does that it writes to
//
// Silent when the workers can end without the deferred signal, when they are not
// seen to use what is closed, and when the function waits for them before.
func runDeferLIFO(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	st := newStepper(p, kinds(releases.Of(p.Pass).Closes))
	st.foreign = true
	flush := newStepper(p, func(fn *types.Func) kind {
		if catalog.LogFlushes[callmatch.Name(fn)] {
			return closes
		}
		return other
	})
	var hold *holding
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) || !defersTwice(cur.Node()) {
			continue
		}
		t := &timeline{p: p, steps: st.of(cur.Node())}
		waiting := t.all(waits)
		for _, wait := range waiting {
			if wait.deferred != nil && wait.via == nil {
				checkDeadlock(p, wait)
			}
		}
		for _, rel := range t.all(closes) {
			if hold == nil && len(waiting) > 0 {
				hold = newHolding(p)
			}
			checkClosedEarly(p, hold, rel, waiting)
			if rel.deferred != nil && rel.via == nil && isFile(rel.subject) {
				if hold == nil {
					hold = newHolding(p)
				}
				checkFlushedEarly(p, cur, rel, logsInto(p, hold, rel.subject))
			}
		}
		for _, s := range flush.of(cur.Node()) {
			if s.kind == closes && s.via == nil {
				checkFlushedEarly(p, cur, s, callsOn(p, map[*types.Var]bool{s.subject: true}))
			}
		}
	}
}

// defersTwice is the early out.
func defersTwice(fn ast.Node) bool {
	n := 0
	if body := bodyOf(fn); body != nil {
		inOwn(body, func(node ast.Node) {
			if _, ok := node.(*ast.DeferStmt); ok {
				n++
			}
		})
	}
	return n > 1
}

// checkClosedEarly reports a deferred release that runs before the deferred wait
// for goroutines that use what it closes.
func checkClosedEarly(p *check.Pass, hold *holding, rel step, waits []step) {
	if rel.deferred == nil || waitsWithin(p, rel) {
		return
	}
	for _, wait := range waits {
		if wait.deferred == nil || !above(p, wait.stmt, rel.stmt) {
			continue
		}
		set := hold.all(rel.subject)
		if wait.via != nil && wait.subject.IsField() && wait.root != rel.root && !set[wait.root] {
			continue // of something else
		}
		if wait.fact != nil {
			if set[wait.subject] && usesType(wait, rel) {
				reportClosedEarly(p, rel, wait, "the goroutine it waits for still uses it ("+wait.fact.Where+")", nil)
				return
			}
			continue
		}
		for _, s := range joined(p, wait) {
			body := startBody(p, s)
			if use := hold.use(body, set, 3); use != nil && !waitedBetween(p, s, rel, waits) {
				reportClosedEarly(p, rel, wait, fmt.Sprintf("the goroutine started at %s still uses it (%s)", p.Where(s.Node.Pos(), rel.at().Pos()), p.Where(use.Pos(), rel.at().Pos())),
					[]check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: use.Pos(), Message: "used here"}})
				return
			}
		}
	}
}

func reportClosedEarly(p *check.Pass, rel, wait step, reason string, trace []check.Hop) {
	t := &timeline{p: p}
	p.Report(check.Finding{
		At:      rel.at(),
		Message: fmt.Sprintf("deferred %s runs before the deferred %s (line %d): %s", t.named(rel), t.named(wait), p.Line(wait.at().Pos()), reason),
		Trace:   append(trace, check.Hop{Pos: wait.at().Pos(), Message: "waited for here, later"}),
		Fix:     fixClosedEarly(p, rel, wait),
	})
}
