package shutdownorder

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

func indexDecl(p *check.Pass, fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	return astindex.Of(p.Pass).Decls[fn.Origin()]
}

// fixDeadlock gives the signal before it waits:
//
//	defer wg.Wait()  →  defer func() {
//		cancel()
//		wg.Wait()
//	}()
//
// A cancel function may be called twice; a channel is closed here instead of
// where it was.
func fixDeadlock(p *check.Pass, wait step, signal *ast.CallExpr) *edit.Fix {
	e := p.Edit(wait.stmt.Pos())
	before(p, e, wait.deferred, p.Source(signal))
	if callmatch.TypeName(p.TypesInfo.TypeOf(signal.Fun)) == "" || !catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(signal.Fun))] {
		cur, ok := cursorOf(p, signal)
		if !ok {
			return nil
		}
		e.DeleteLines(cur.Parent().Node())
	}
	return e.Fix("Call "+p.Source(signal)+" before "+p.Source(wait.expr), "")
}

// before lets a deferred call be preceded by others.
func before(p *check.Pass, e *edit.Builder, d *ast.DeferStmt, calls ...string) {
	indent := e.Indent(d.Pos())
	if lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit); ok && len(d.Call.Args) == 0 {
		e.Insert(lit.Body.Lbrace+1, "\n"+indent+"\t"+strings.Join(calls, "\n"+indent+"\t"))
		return
	}
	list := append([]string{"func() {"}, prefixed("\t", append(calls, p.Source(d.Call)))...)
	e.Replace(d.Call.Pos(), d.Call.End(), lines(indent, append(list, "}()")...))
}

func prefixed(with string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = with + s
	}
	return out
}

// fixClosedEarly waits before it closes. What is deferred between the two, and
// would have run before the wait, must then come first, too: cancel functions
// can, and with anything else there is no fix. The deferred wait stays and comes
// second: after a value that is sent once it would wait forever.
func fixClosedEarly(p *check.Pass, rel, wait step) *edit.Fix {
	if rel.via != nil || wait.via != nil || wait.fact != nil {
		return fixFor(&timeline{p: p, hooks: true, last: true}, rel, wait)
	}
	if !plainCalls(rel.deferred) || sentOn(p, wait.subject) {
		return nil
	}
	cur, ok := cursorOf(p, rel.stmt)
	if !ok {
		return nil
	}
	var calls []string
	for _, stmt := range astindex.Stmts(cur.Parent().Node()) {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok || d.Pos() <= wait.stmt.Pos() || d == rel.deferred {
			continue
		}
		if !catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(d.Call.Fun))] {
			return nil
		}
		if d.Pos() > rel.stmt.Pos() {
			continue // runs before both
		}
		calls = append([]string{p.Source(d.Call)}, calls...)
	}
	e := p.Edit(rel.stmt.Pos())
	before(p, e, rel.deferred, append(calls, p.Source(wait.expr))...)
	return e.Fix("Wait with "+p.Source(wait.expr)+" before "+p.Source(rel.expr), "")
}

// sentOn reports whether the package sends on a channel, rather than closes it.
func sentOn(p *check.Pass, channel *types.Var) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SendStmt)(nil)) {
		if channel != nil && variableOf(p, cur.Node().(*ast.SendStmt).Chan) == channel {
			return true
		}
	}
	return false
}

// plainCalls reports whether a deferred call has no arguments, which are
// evaluated when it is deferred.
func plainCalls(d *ast.DeferStmt) bool { return len(d.Call.Args) == 0 }

// fixFlushedEarly defers the flush before those who log.
func fixFlushedEarly(p *check.Pass, flush step, first *ast.DeferStmt) *edit.Fix {
	if flush.subject.Pos() > first.Pos() && !flush.subject.IsField() {
		return nil // it is not there yet
	}
	e := p.Edit(flush.stmt.Pos())
	e.DeleteLines(flush.stmt)
	e.Before(first, p.Source(flush.stmt))
	return e.Fix("Defer "+p.Source(flush.expr)+" first, so that it runs last", "")
}
