package ctxbackground

import (
	"fmt"
	"go/ast"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var backgroundInLoop = &check.Check{
	Slug:       "background-in-loop",
	Title:      "background loop passes its work a context that no shutdown cancels",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.Detaches | check.RunsForever,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runBackgroundInLoop,
}

// shortWork is how long a shutdown can wait for work that has a deadline: the
// least grace period that platforms give.
const shortWork = 10 * time.Second

// runBackgroundInLoop reports
//
//	go func() {
//		for range ticker.C {
//			collect(context.Background())
//		}
//	}()
//
// in goroutines, and in loops that ask for an end which cannot reach the work; and
// go s.loop(context.Background()), where only the context's end ends the loop.
// Safe is work with a short deadline, on the way out of the loop, behind the end of a
// context in scope, or where a comment gives the reason, and what the main goroutine runs
// until the process is killed. What was taken from a queue, work of unknown length, what
// something else may end, and what package initialization starts lower the finding.
func runBackgroundInLoop(p *check.Pass) {
	for _, cur := range roots(p) {
		var worst *round
		for _, s := range sinks(p, cur) {
			if startsEndless(p, cur, s) {
				worst = nil
				break
			}
			r := looped(p, cur, s)
			switch {
			case r == nil:
			case r.proof != nil:
				p.Safe(s.call.Node(), p.Name(s.call.Node().(*ast.CallExpr).Fun), r.proof, r.proved)
			case worst == nil || r.tier().Compare(worst.tier()) > 0:
				worst = r
			}
		}
		if worst != nil {
			reportLoop(p, cur, worst)
		}
	}
}

// looped returns the loop that gives a root context to the work s, again and again, nil
// if there is none, or if what speaks against that loop leaves the finding to
// background-over-param.
func looped(p *check.Pass, root inspector.Cursor, s sink) *round {
	given := atHand(p, root)
	r := recurring(p, s.call)
	if r == nil && given == nil {
		r = calledAgain(p, s.call)
	}
	if r == nil || !waitsAgain(p, s) || !r.begin(p, s.call) || given != nil && r.tier() != verdict.High {
		return nil
	}
	r.work = s.call
	r.doubts = append(r.doubts, againDoubts(p, root, s, r)...)
	if pos, ok := wanted(p, root, s.call); ok {
		r.proof, r.proved = verdict.Wanted, pos
	}
	if s.limit.set && 0 < s.limit.d && s.limit.d <= shortWork {
		r.proof, r.proved = verdict.Limited, s.call.Node().Pos()
	}
	if given != nil {
		fn, _ := innermost(s.call)
		if e := ended(p, s.call, givenExpr(p, fn, given), true); e != nil {
			r.proof, r.proved = verdict.Handled, e.pos
		}
	}
	return r
}

func reportLoop(p *check.Pass, cur inspector.Cursor, r *round) {
	call := r.work.Node().(*ast.CallExpr)
	where := fmt.Sprintf("in the loop at %s", p.Where(r.loop.Pos(), cur.Node().Pos()))
	var trace []check.Hop
	switch {
	case r.start != nil:
		where += " of the goroutine started at " + p.Where(r.start.Node.Pos(), cur.Node().Pos())
		trace = append(trace, check.Hop{Pos: r.start.Node.Pos(), Message: "started here"})
	case r.ends != nil:
		where += " that waits for " + p.Source(r.ends)
		trace = append(trace, check.Hop{Pos: r.ends.Pos(), Message: "the shutdown signal is received here"})
	}
	if r.called != nil {
		trace = append(trace, check.Hop{Pos: r.called.Pos(), Message: "called here in each iteration"})
	}
	trace = append(trace, check.Hop{Pos: call.Pos(), Message: "called in a loop here"})
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("shutdown cannot cancel %s, %s: it is passed %s",
			p.Name(call.Fun), where, p.Source(cur.Node())),
		Trace:  trace,
		Doubts: r.doubts,
		Fix:    fixLoop(p, cur, r.work),
	})
}
