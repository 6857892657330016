// Package backgroundinloop is the check ctxbackground/background-in-loop: background loop
// passes its work a context that no shutdown cancels.
package backgroundinloop

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/loops"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed backgroundinloop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "background-in-loop",
	Title:      "background loop passes its work a context that no shutdown cancels",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.Detaches | check.RunsForever,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() {
//		for range ticker.C {
//			collect(context.Background())
//		}
//	}()
//
// in goroutines, and in loops with a stop signal that does not reach the work; and go
// s.loop(context.Background()), where only the context's end ends the loop. Safe is work
// with a short deadline, on an exit of the loop, after the end of a context in scope, or
// where a comment gives the reason, and what the main goroutine runs until the process is
// killed. What was taken from a queue, work of unknown length, what something else may end,
// and what package initialization starts lower the finding.
func run(p *check.Pass) {
	for _, cur := range ctxflow.Roots(p) {
		var worst *loops.Round
		for _, s := range ctxflow.Sinks(p, cur) {
			if startsEndless(p, cur, s) {
				worst = nil
				break
			}
			r := loops.Looped(p, cur, s)
			switch {
			case r == nil:
			case r.Proof != nil:
				p.Safe(s.Call.Node(), p.Name(s.Call.Node().(*ast.CallExpr).Fun), r.Proof, r.Proved)
			case worst == nil || r.Tier().Compare(worst.Tier()) > 0:
				worst = r
			}
		}
		if worst != nil {
			reportLoop(p, cur, worst)
		}
	}
}

func reportLoop(p *check.Pass, cur inspector.Cursor, r *loops.Round) {
	call := r.Work.Node().(*ast.CallExpr)
	where := fmt.Sprintf("in the loop at %s", p.Where(r.Loop.Pos(), cur.Node().Pos()))
	var trace []check.Hop
	switch {
	case r.Start != nil:
		where += " of the goroutine started at " + p.Where(r.Start.Node.Pos(), cur.Node().Pos())
		trace = append(trace, check.Hop{Pos: r.Start.Node.Pos(), Message: "started here"})
	case r.Ends != nil:
		where += " that waits for " + p.Source(r.Ends)
		trace = append(trace, check.Hop{Pos: r.Ends.Pos(), Message: "the shutdown signal is received here"})
	}
	if r.Called != nil {
		trace = append(trace, check.Hop{Pos: r.Called.Pos(), Message: "called here in each iteration"})
	}
	trace = append(trace, check.Hop{Pos: call.Pos(), Message: "called in a loop here"})
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("shutdown cannot cancel %s, %s: it is passed %s",
			p.Name(call.Fun), where, p.Source(cur.Node())),
		Trace:  trace,
		Doubts: r.Doubts,
		Fix:    fixLoop(p, cur, r.Work),
	})
}
