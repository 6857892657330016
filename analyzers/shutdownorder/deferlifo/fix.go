package deferlifo

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixDeadlock gives the signal before it waits:
//
//	defer wg.Wait()  →  defer func() {
//		cancel()
//		wg.Wait()
//	}()
//
// A cancel function may be called twice; a channel is closed here instead of
// where it was.
func fixDeadlock(p *check.Pass, wait order.Step, signal *ast.CallExpr) *edit.Fix {
	e := p.Edit(wait.Stmt.Pos())
	before(p, e, wait.Deferred, p.Source(signal))
	if callmatch.TypeName(p.TypesInfo.TypeOf(signal.Fun)) == "" || !catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(signal.Fun))] {
		cur, ok := syntax.CursorOf(p, signal)
		if !ok {
			return nil
		}
		e.DeleteLines(cur.Parent().Node())
	}
	return e.Fix("Call "+p.Source(signal)+" before "+p.Source(wait.Expr), "")
}

// before lets a deferred call be preceded by others.
func before(p *check.Pass, e *edit.Builder, d *ast.DeferStmt, calls ...string) {
	indent := e.Indent(d.Pos())
	if lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit); ok && len(d.Call.Args) == 0 {
		e.Insert(lit.Body.Lbrace+1, "\n"+indent+"\t"+strings.Join(calls, "\n"+indent+"\t"))
		return
	}
	list := append([]string{"func() {"}, prefixed("\t", append(calls, p.Source(d.Call)))...)
	e.Replace(d.Call.Pos(), d.Call.End(), syntax.Lines(indent, append(list, "}()")...))
}

func prefixed(with string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = with + s
	}
	return out
}

// fixClosedEarly waits before it closes. What is deferred between the two, and would have
// run before the wait, must then come first, too: cancel functions can, and with anything
// else there is no fix. The deferred wait stays and comes second: after a value that is
// sent once it would block forever.
func fixClosedEarly(p *check.Pass, rel, wait order.Step) *edit.Fix {
	if rel.Via != nil || wait.Via != nil || wait.Fact != nil {
		if returnsBetween(p, wait, rel) {
			return nil // a return would leave what is waited for
		}
		return order.FixFor(&order.Timeline{P: p, Hooks: true, Last: true}, rel, wait)
	}
	if !plainCalls(rel.Deferred) || sentOn(p, wait.Subject) {
		return nil
	}
	cur, ok := syntax.CursorOf(p, rel.Stmt)
	if !ok {
		return nil
	}
	var calls []string
	for _, stmt := range astindex.Stmts(cur.Parent().Node()) {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok || d.Pos() <= wait.Stmt.Pos() || d == rel.Deferred {
			continue
		}
		if !catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(d.Call.Fun))] {
			return nil
		}
		if d.Pos() > rel.Stmt.Pos() {
			continue // runs before both
		}
		calls = append([]string{p.Source(d.Call)}, calls...)
	}
	e := p.Edit(rel.Stmt.Pos())
	before(p, e, rel.Deferred, append(calls, p.Source(wait.Expr))...)
	return e.Fix("Wait with "+p.Source(wait.Expr)+" before "+p.Source(rel.Expr), "")
}

// returnsBetween reports whether the function may return between two statements.
func returnsBetween(p *check.Pass, first, last order.Step) bool {
	cur, ok := syntax.CursorOf(p, first.Stmt)
	if !ok {
		return false
	}
	fn, ok := astindex.FuncAround(cur)
	found := false
	if body := astindex.FuncBody(fn.Node()); ok && body != nil {
		syntax.InOwn(body, func(n ast.Node) {
			_, ret := n.(*ast.ReturnStmt)
			found = found || ret && n.Pos() > first.Stmt.Pos() && n.Pos() < last.Stmt.Pos()
		})
	}
	return found
}

// sentOn reports whether the package sends on a channel, rather than closes it.
func sentOn(p *check.Pass, channel *types.Var) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SendStmt)(nil)) {
		if channel != nil && syntax.VariableOf(p, cur.Node().(*ast.SendStmt).Chan) == channel {
			return true
		}
	}
	return false
}

// plainCalls reports whether a deferred call has no arguments, which are
// evaluated when it is deferred.
func plainCalls(d *ast.DeferStmt) bool { return len(d.Call.Args) == 0 }

// fixFlushedEarly defers the flush before the calls that log.
func fixFlushedEarly(p *check.Pass, flush order.Step, first *ast.DeferStmt) *edit.Fix {
	if flush.Subject.Pos() > first.Pos() && !flush.Subject.IsField() {
		return nil // it is not there yet
	}
	e := p.Edit(flush.Stmt.Pos())
	e.DeleteLines(flush.Stmt)
	e.Before(first, p.Source(flush.Stmt))
	return e.Fix("Defer "+p.Source(flush.Expr)+" first, so that it runs last", "")
}
