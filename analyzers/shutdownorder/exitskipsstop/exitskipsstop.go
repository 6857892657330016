// Package exitskipsstop is the check shutdownorder/exit-skips-stop: process exits in the
// shutdown, before all of it has been stopped.
package exitskipsstop

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed exitskipsstop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "exit-skips-stop",
	Title:      "process exits in the shutdown, before all of it has been stopped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	<-ctx.Done()
//	if err := tracer.Shutdown(ctx); err != nil {
//		log.Fatal(err)
//	}
//	srv.Shutdown(ctx) // never, when the tracer fails
//
// in functions that wait for a signal or another end, and in those called after a stop; and
//
//	log.Fatal(srv.Shutdown(ctx)) // exits without an error, too
//
// and an exit without a failure in a method of what has a server, see reportServing.
// Doubtful where only calls of Close follow: the kernel closes as well.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		call, ok := ast.Unparen(cur.Node().(*ast.ExprStmt).X).(*ast.CallExpr)
		if !ok || p.Quiet(call.Pos()) {
			continue
		}
		exits, sure := ssainstr.Ending(p, call)
		if !exits || p.Reported(call.Pos()) {
			continue
		}
		if stop := argument(p, call); stop != nil {
			reportAlways(p, cur, call, stop, sure)
			continue
		}
		if failed, next := skipped(p, cur); next != nil {
			report(p, cur, call, failed, next, sure)
		} else {
			reportServing(p, cur, call)
		}
	}
}

// argument returns the call, among the arguments of an exit, that stops something and returns
// an error, which may be nil.
func argument(p *check.Pass, exit *ast.CallExpr) *ast.CallExpr {
	for _, arg := range exit.Args {
		call, ok := ast.Unparen(arg).(*ast.CallExpr)
		if ok && stops(p, call) && callmatch.IsError(p.TypesInfo.TypeOf(call)) {
			return call
		}
	}
	return nil
}

func reportAlways(p *check.Pass, stmt inspector.Cursor, exit, stop *ast.CallExpr, sure bool) {
	p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("process exits with a failure whenever it stops: %s is passed what %s returns, nil as well",
			p.Source(exit.Fun), p.Source(stop.Fun)),
		Doubts: convention(exit, sure),
		Fix:    fixAlways(p, stmt, exit, stop),
	})
}

func report(p *check.Pass, stmt inspector.Cursor, exit, failed, next *ast.CallExpr, sure bool) {
	doubts := convention(exit, sure)
	if !matters(p, next) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, next.Pos()))
	}
	p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("%s (line %d) is never called when %s fails: %s exits in the middle of the shutdown",
			p.Source(next.Fun), p.Line(next.Pos()), p.Source(failed.Fun), p.Source(exit.Fun)),
		Trace:  []check.Hop{{Pos: failed.Pos(), Message: "fails here"}, {Pos: next.Pos(), Message: "is skipped"}},
		Doubts: doubts,
		Fix:    fix(p, stmt, exit),
	})
}

func convention(exit *ast.CallExpr, sure bool) []check.Doubt {
	if sure {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.Convention, exit.Pos())}
}

// skipped returns the call whose error an exit is about, if that stops something in the
// course of a shutdown, and the first call after it that stops something else.
func skipped(p *check.Pass, exit inspector.Cursor) (failed, next *ast.CallExpr) {
	for c := range exit.Enclosing((*ast.IfStmt)(nil)) {
		branch := c.Node().(*ast.IfStmt)
		tested := callmatch.TestedError(p.TypesInfo, branch.Cond)
		if tested == nil {
			continue
		}
		list := astindex.Stmts(c.Parent().Node())
		at := index(list, branch)
		if at < 0 {
			return nil, nil
		}
		failed = stopIn(p, branch.Init)
		if branch.Init == nil && at > 0 {
			failed = stopIn(p, list[at-1])
		}
		if failed == nil || !orderly(p, c, list[:at]) {
			return nil, nil
		}
		for _, stmt := range list[at+1:] {
			if next := stopIn(p, stmt); next != nil && (matters(p, next) || !laterMatters(p, list[at+1:])) {
				return failed, next
			}
		}
		return nil, nil
	}
	return nil, nil
}

func index(list []ast.Stmt, stmt ast.Stmt) int {
	for i, s := range list {
		if s == stmt {
			return i
		}
	}
	return -1
}
