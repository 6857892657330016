package serving

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/errexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Fatal reports a serving call whose error ends the process, whatever error it is, while
// another goroutine shuts the server down, and whether there is such a thing. The exit or the
// shutdown is in a goroutine of its own.
func (s *Signalled) Fatal(p *check.Pass, serve *ssa.Call, stops []*ssa.Call) bool {
	for _, stop := range stops {
		if !StopsServer(p, stop, serve) || stop.Parent() == serve.Parent() {
			continue
		}
		for _, exit := range errexit.Of(s.flow, serve, "net/http.ErrServerClosed") {
			if s.beside(p, exit, stop) && reportFatal(p, serve, stop, exit) {
				return true
			}
		}
	}
	return false
}

// beside reports whether an exit may end the process while stop runs.
func (s *Signalled) beside(p *check.Pass, exit *errexit.Exit, stop *ssa.Call) bool {
	if exit.In == stop.Parent() || exit.Recovered(p) || exit.Group {
		return false
	}
	return InGoroutine(s.flow, exit.In) || InGoroutine(s.flow, stop.Parent())
}

func reportFatal(p *check.Pass, serve, stop *ssa.Call, exit *errexit.Exit) bool {
	call, shutdown := ssainstr.CallExpr(p, serve.Pos()), ssainstr.CallExpr(p, stop.Pos())
	if call == nil || shutdown == nil {
		return false
	}
	ends := "panic"
	if fun := ssainstr.CallExpr(p, exit.Instr.Pos()); fun != nil {
		ends = p.Source(fun.Fun)
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("requests in flight are dropped: %s returns http.ErrServerClosed when %s (%s) begins, and %s exits",
			p.Name(call.Fun), p.Source(shutdown.Fun), p.Where(shutdown.Pos(), call.Pos()), ends),
		Trace: []check.Hop{{Pos: shutdown.Pos(), Message: "waits for requests here"}, {Pos: exit.Instr.Pos(), Message: "exits here"}},
		Fix:   fixFatal(p, serve, call, exit),
	})
	return true
}

// FatalOf returns the exit that any error of a serving call leads to: the call is its
// argument, or it is in the branch of a test for nil.
func FatalOf(p *check.Pass, serve *ast.CallExpr) *ast.CallExpr {
	cur, ok := syntax.CursorOf(p, serve)
	if !ok {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	if taker, _ := syntax.Takes(stmt.Node(), serve); taker != nil && ssainstr.Exits(p, taker) {
		return taker
	}
	test := testOf(stmt, serve)
	if test == nil || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
		return nil
	}
	if cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr); !ok || cond.Op != token.NEQ || !p.TypesInfo.Types[cond.Y].IsNil() {
		return nil // it distinguishes errors
	}
	for _, s := range test.Body.List {
		if expr, ok := s.(*ast.ExprStmt); ok {
			if call, ok := ast.Unparen(expr.X).(*ast.CallExpr); ok && ssainstr.Exits(p, call) {
				return call
			}
		}
		if _, branches := s.(*ast.IfStmt); branches {
			return nil // it distinguishes them there
		}
	}
	return nil
}

// testOf returns the if statement that has the call in its first part, or follows the
// assignment of its result.
func testOf(stmt inspector.Cursor, serve *ast.CallExpr) *ast.IfStmt {
	if test, ok := stmt.Node().(*ast.IfStmt); ok {
		return test
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	next, found := stmt.NextSibling()
	if !ok || !found || len(assign.Rhs) != 1 || ast.Unparen(assign.Rhs[0]) != ast.Expr(serve) {
		return nil
	}
	test, _ := next.Node().(*ast.IfStmt)
	if test != nil && test.Init != nil {
		return nil
	}
	return test
}

// fixFatal lets the error of an orderly shutdown pass, or has the goroutine return where it tells that
// error and exits. A method of another package may have wrapped it.
func fixFatal(p *check.Pass, call *ssa.Call, serve *ast.CallExpr, exit *errexit.Exit) *edit.Fix {
	if exit.Told {
		return fixTold(p, exit)
	}
	if !Itself(p, call) {
		return nil
	}
	e := p.Edit(serve.Pos())
	closed := LetClosedPass(p, e, serve, p.Source(serve))
	if closed == "" {
		return nil
	}
	return e.Fix("Let "+closed+" through, which an orderly shutdown returns", "")
}

// fixTold has a goroutine without results return where it exits.
func fixTold(p *check.Pass, exit *errexit.Exit) *edit.Fix {
	fn, at := exit.Instr.Parent(), ssainstr.CallExpr(p, exit.Instr.Pos())
	if at == nil || fn != exit.In || fn.Signature.Results().Len() > 0 {
		return nil
	}
	cur, ok := syntax.CursorOf(p, at)
	if !ok {
		return nil
	}
	if _, alone := cur.Parent().Node().(*ast.ExprStmt); !alone {
		return nil
	}
	e := p.Edit(at.Pos())
	e.Replace(at.Pos(), at.End(), "return")
	return e.Fix("Return when the server is shut down", "the process keeps running until the shutdown has returned")
}

// LetClosedPass lets the error of an orderly shutdown pass the test that follows a serving call,
// which becomes with, and returns the error's name, "" where nothing can be edited.
func LetClosedPass(p *check.Pass, e *edit.Builder, serve *ast.CallExpr, with string) string {
	cur, ok := syntax.CursorOf(p, serve)
	if !ok {
		return ""
	}
	stmt, ok := astindex.Statement(cur)
	http := syntax.ImportName(p, astindex.FileOf(cur), "net/http")
	if !ok || http == "" {
		return ""
	}
	closed := http + ".ErrServerClosed"
	if taker, arg := syntax.Takes(stmt.Node(), serve); taker != nil {
		told := e.Text(taker.Pos(), arg.Pos()) + "err" + e.Text(arg.End(), taker.End())
		e.Replace(stmt.Node().Pos(), stmt.Node().End(), syntax.Lines(e.Indent(stmt.Node().Pos()),
			"if err := "+with+"; err != nil && err != "+closed+" {", "\t"+told, "}"))
		return closed
	}
	if with != p.Source(serve) {
		e.Replace(serve.Pos(), serve.End(), with)
	}
	if test := testOf(stmt, serve); test != nil {
		if cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr); ok {
			e.Insert(test.Cond.End(), " && "+p.Source(cond.X)+" != "+closed)
			return closed
		}
	}
	return ""
}
