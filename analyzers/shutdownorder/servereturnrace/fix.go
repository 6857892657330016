package servereturnrace

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
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
//
// What serves may be the receive of the error, which another goroutine sends.
// A method of another package may have wrapped the error.
func fixServeReturn(p *check.Pass, call *ssa.Call, serve ast.Expr, shutdown *ast.CallExpr) *edit.Fix {
	if serve == nil || !serving.Itself(p, call) {
		return nil
	}
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

// waitExpr returns the expression whose value is the error of serve: the call itself, or the receive
// that last is, where the goroutine sends that error. After a closed channel or the end of a group
// nothing tells that the server has failed, and no shutdown will come.
func waitExpr(p *check.Pass, serve *ssa.Call, last ssa.Instruction) ast.Expr {
	if last == ssa.Instruction(serve) {
		return ssainstr.CallExpr(p, serve.Pos())
	}
	if !slices.ContainsFunc(ssabuild.Referrers(serve), func(ref ssa.Instruction) bool { _, sends := ref.(*ssa.Send); return sends }) {
		return nil
	}
	receive, ok := last.(*ssa.UnOp)
	if !ok || receive.CommaOk {
		return nil
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(receive.Pos(), receive.Pos()+token.Pos(len("<-")))
	if !ok {
		return nil
	}
	expr, _ := cur.Node().(*ast.UnaryExpr)
	if expr == nil {
		return nil
	}
	return expr
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
