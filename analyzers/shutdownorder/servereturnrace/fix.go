package servereturnrace

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixServeReturn lets the function that serves wait for the goroutine that shuts
// down, if that is why serving is over:
//
//	drained := make(chan struct{})
//	go func() {
//		defer close(drained)
//		…
//		srv.Shutdown(ctx)
//	}()
//	if err := srv.ListenAndServe(); err != http.ErrServerClosed {
//		log.Fatal(err)
//	}
//	<-drained
func fixServeReturn(p *check.Pass, serve, shutdown *ast.CallExpr) *edit.Fix {
	at, ok := syntax.CursorOf(p, serve)
	stop, found := syntax.CursorOf(p, shutdown)
	if !ok || !found {
		return nil
	}
	stmt, ok := astindex.Statement(at)
	http := syntax.ImportName(p, astindex.FileOf(at), "net/http")
	if !ok || http == "" || astindex.FileOf(at) != astindex.FileOf(stop) {
		return nil
	}
	lit, start := startOf(p, stop, stmt)
	if lit == nil {
		return nil
	}
	e := p.Edit(serve.Pos())
	done := syntax.Fresh(p, serve.Pos(), "drained")
	e.Before(start.Node(), done+" := make(chan struct{})")
	e.Insert(lit.Body.Lbrace+1, "\n"+e.Indent(start.Node().Pos())+"\tdefer close("+done+")")
	w := &waiting{p, e, stmt.Node(), serve, http + ".ErrServerClosed", "<-" + done}
	if !w.wait() {
		return nil
	}
	return e.Fix("Wait for "+p.Source(shutdown.Fun)+" before the return", "")
}

// startOf returns the literal around a cursor that the function of stmt passes to a
// goroutine, and the statement that does, which must be visible from stmt.
func startOf(p *check.Pass, cur, stmt inspector.Cursor) (*ast.FuncLit, inspector.Cursor) {
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		start, ok := astindex.Statement(c.Parent())
		if !ok || start.Node().End() > stmt.Node().Pos() || p.Line(c.Node().Pos()) == p.Line(c.Node().End()) {
			continue
		}
		for around := range stmt.Enclosing() {
			if around.Node() == start.Parent().Node() {
				return c.Node().(*ast.FuncLit), start
			}
		}
	}
	return nil, cur
}
