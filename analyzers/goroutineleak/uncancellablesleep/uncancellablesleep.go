// Package uncancellablesleep is the check goroutineleak/uncancellable-sleep: loop sleeps
// on after its context is done or its stop signal is sent.
package uncancellablesleep

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed uncancellablesleep.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "uncancellable-sleep",
	Title:      "loop sleeps on after its context is done or its stop signal is sent",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Imports:    []string{"time"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for attempt := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(backoff) // or a bare <-time.After(backoff)
//	}
//
// where a context, a stop channel that the loop selects on, or one that the owner's own
// goroutine ends with, could end the pause. Silent without such a signal (what ends the
// loop is then another check's question; of low confidence where the loop can be left), after
// the signal, in what is deferred, before a return, and for an endless loop of nothing but
// pauses. Short pauses, and functions that release something, are doubts.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectStmt)(nil)) {
		reportTimers(p, cur)
	}
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		stmt := cur.Node().(*ast.ExprStmt)
		call, inner := pause(p, stmt), (*ast.CallExpr)(nil)
		if call == nil {
			call, inner = pauseHelper(p, stmt)
		}
		if call == nil || p.Quiet(stmt.Pos()) {
			continue
		}
		loops := syntax.LoopsAround(cur)
		if len(loops) == 0 && inner == nil {
			reportOutsideLoop(p, cur, call)
		}
		if len(loops) == 0 || onlyPauses(loops[0].Node(), stmt) {
			continue
		}
		if isDeferred(cur) || leadsOut(cur, loops[0]) {
			p.Safe(call, p.Source(call.Fun), verdict.Handled, stmt.Pos())
			continue
		}
		sig := signalFor(p, cur, loops)
		if sig == nil {
			sig = ownerSignal(p, cur)
		}
		if sig == nil {
			sig = ownerContext(p, cur, loops[len(loops)-1].Node())
		}
		if sig == nil {
			if inner == nil && !reportAbandoned(p, cur, call, loops) {
				reportUnsignalled(p, cur, call, loops)
			}
			continue
		}
		if sig.RaisedBefore(p, cur) {
			p.Safe(call, p.Source(call.Fun), verdict.Handled, sig.Pos)
			continue
		}
		if inner != nil {
			reportSleepIn(p, cur, call, inner, loops, sig)
			continue
		}
		if shortPause(p, cur, call.Args[0], loops, sig, stopsignal.ShortOtherwise) {
			p.Safe(call, p.Source(call.Fun), verdict.Limited, call.Args[0].Pos())
			continue
		}
		reportSleep(p, cur, call, loops, sig)
	}
}

// delayed returns what a pause delays, for messages.
func delayed(p *check.Pass, cur inspector.Cursor) string {
	if s, ok := unawaited(p, cur); ok {
		return fmt.Sprintf("the end of the goroutine started at %s", p.Where(s.Instr.Pos(), cur.Node().Pos()))
	}
	return "shutdown"
}

func reportSleep(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *stopsignal.Signal) {
	loop := loops[0].Node()
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is delayed by %s in the loop at line %d: it does not return when %s",
			delayed(p, cur), p.Source(call.Fun), p.Line(loop.Pos()), sig.Ended()),
		Trace:  []check.Hop{{Pos: sig.Pos, Message: "could interrupt the sleep"}, {Pos: loop.Pos(), Message: "the loop"}},
		Doubts: doubtsOfPause(p, cur, call, loops, sig),
		Fix:    fixSleep(p, cur, call, loops, sig),
	})
}
