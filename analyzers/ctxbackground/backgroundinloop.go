package ctxbackground

import (
	"fmt"
	"go/ast"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

var backgroundInLoop = &check.Check{
	Slug:       "background-in-loop",
	Title:      "background loop gives its work a context that no shutdown can end",
	Severity:   check.High,
	Confidence: check.Certain,
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
// and go s.loop(context.Background()), where only the context's end ends the loop.
// Silent for work with a deadline that is short or not constant, for cleanup, on
// the way out of the loop, where a comment speaks of the context, in goroutines that
// package initialization starts, behind the end of a context at hand, for what a loop
// does with something it received, where an error with a name tells the loop to leave,
// and when the main goroutine runs the loop.
func runBackgroundInLoop(p *check.Pass) {
	for _, cur := range roots(p) {
		for _, s := range sinks(p, cur) {
			if initializes(outermost(cur)) || startsEndless(p, cur, s) {
				break
			}
			if loop, start, ok := looped(p, cur, s); ok && !p.Quiet(start.Node.Pos()) && !initializes(start.In) {
				reportLoop(p, cur, s, loop, start)
				break
			}
		}
	}
}

// initializes reports whether fn is part of package initialization: what it starts lives
// as long as the process.
func initializes(fn ast.Node) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "init"
}

// looped returns the loop and the goroutine that give a root context to the work s,
// again and again.
func looped(p *check.Pass, root inspector.Cursor, s sink) (loop ast.Stmt, start astindex.Start, ok bool) {
	loop, ok = recurring(p, s.call)
	if !ok || s.limit.set && s.limit.d <= shortWork || !ranAgain(p, s) || commented(p, root) {
		return nil, start, false
	}
	fn, ok := innermost(s.call)
	if !ok {
		return nil, start, false
	}
	if given := atHand(p, root); given != nil && mayHaveEnded(p, s.call, givenExpr(p, fn, given)) {
		return nil, start, false
	}
	start, ok = starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node())
	return loop, start, ok && !toldByError(p, s.call, loop)
}

// ranAgain reports whether the call is work: no cleanup, nothing that starts
// something or makes a value to keep, nothing with a limit of its own.
func ranAgain(p *check.Pass, s sink) bool {
	uses := ctxuse.Of(p.Pass)
	if uses.Bounded(s.fn, s.arg) || uses.Kept(s.fn, s.arg) || constructs(s.fn) || atTheEndOf(p, s.call) {
		return false
	}
	return s.fn == nil || !endsSomething(s.fn)
}

func reportLoop(p *check.Pass, cur inspector.Cursor, s sink, loop ast.Stmt, start astindex.Start) {
	call := s.call.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s, in the loop at line %d of the goroutine started at %s, gets %s: a shutdown cannot end it and has to cut it off",
			p.Name(call.Fun), p.Line(loop.Pos()), p.Where(start.Node.Pos(), cur.Node().Pos()), p.Source(cur.Node())),
		Trace: []check.Hop{{Pos: start.Node.Pos(), Message: "started here"}, {Pos: call.Pos(), Message: "works here, again and again"}},
		Fix:   fixLoop(p, cur, s.call),
	})
}
