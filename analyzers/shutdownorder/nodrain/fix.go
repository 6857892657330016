package nodrain

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixNoDrain drains first:
//
//	srv.Shutdown(ctx)  →  lifecycle.DrainAndShutdown(ctx, srv)
//
// Servers other than net/http's, several that a loop shuts down, and the plain
// style get a sleep before the statement, or before the one that starts the limit
// of the shutdown.
func fixNoDrain(p *check.Pass, call *ast.CallExpr, name string) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	cur, found := syntax.CursorOf(p, call)
	if !ok || !found {
		return nil
	}
	e := p.Edit(call.Pos())
	loop, inLoop := rangeAround(cur)
	if !inLoop && name == "(*net/http.Server).Shutdown" && !p.Stdlib() {
		srv := syntax.ServerText(p, sel.X, sel)
		if srv == "" {
			return nil
		}
		drain := e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".DrainAndShutdown"
		e.Replace(call.Pos(), call.End(), fmt.Sprintf("%s(%s, %s)", drain, p.Source(call.Args[0]), srv))
		return e.Fix("Shut down with "+drain, "it serves for 3s more, or half of the time that is left, before it shuts down")
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	if inLoop {
		stmt = loop
	}
	t := e.Import(call.Pos(), "time", "time")
	e.Before(beforeLimit(p, stmt), t+".Sleep(3 * "+t+".Second)")
	return e.Fix("Sleep 3s before "+p.Source(call.Fun), "it serves for 3s more before it shuts down")
}

// beforeLimit returns the statement before which a pause must stand so as not to
// use up a time limit that starts before stmt: the first of those directly above
// it that make a context with a deadline, or defer its cancel function.
func beforeLimit(p *check.Pass, stmt inspector.Cursor) ast.Node {
	first := stmt.Node()
	for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		switch n := prev.Node().(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" {
					return n
				}
			}
			return first
		case *ast.DeferStmt:
		default:
			return first
		}
	}
	return first
}

// rangeAround returns the range loop around cur in its function.
func rangeAround(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := c.Node().(*ast.RangeStmt)
		return c, ok
	}
	return cur, false
}
