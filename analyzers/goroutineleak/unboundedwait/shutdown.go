package unboundedwait

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runShutdowns reports
//
//	srv.Shutdown(context.Background())
//
// which waits for the requests in flight for as long as these take. Safe where the declaration
// closes the server without waiting, too.
func runShutdowns(p *check.Pass) {
	flow, names := ssaflow.Of(p.Pass), make(edit.NewNames)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			hard, ok := catalog.LimitedShutdowns[ssaflow.Callee(call.Common())]
			if !ok || p.Quiet(call.Common().Pos()) {
				continue
			}
			if ctx := (&endlessContext{flow: flow, stop: call}); ctx.is(call.Common().Args[1], 6) {
				reportShutdown(p, ctx, hard, names)
			}
		}
	}
}

func reportShutdown(p *check.Pass, ctx *endlessContext, hard string, names edit.NewNames) {
	call := ctx.stop
	cur, ok := ssainstr.CursorAt(p, call.Common().Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		expr := c.Node().(*ast.CallExpr)
		if expr.Lparen != call.Common().Pos() {
			continue
		}
		if at, ok := mentionsFunc(p, c, hard); ok {
			p.Safe(expr, "wait for the requests in flight", verdict.Limited, at.Pos())
			return
		}
		doubts := forOperators(p, c)
		if ctx.given != nil {
			doubts = append(doubts, check.Doubting(verdict.CallersLimit, ctx.given.Pos()))
		}
		p.Report(check.Finding{
			At:      expr,
			Message: fmt.Sprintf("%s has no limit: it waits for the requests in flight, however long these take", p.Source(expr)),
			Doubts:  doubts,
			Fix:     fixShutdown(p, c, expr, names),
		})
		return
	}
}

// forOperators returns the doubt that a server is for operators, according to the name of
// its package or file.
func forOperators(p *check.Pass, cur inspector.Cursor) []check.Doubt {
	if astindex.HomeForOperators(p.Pass, cur.Node().Pos()) {
		return []check.Doubt{check.Doubting(verdict.Endpoint, cur.Node().Pos())}
	}
	return nil
}

// fixShutdown gives the shutdown a limit:
//
//	shutdownCtx, cancelShutdown := context.WithTimeout(context.Background(), 10*time.Second)
//	defer cancelShutdown()
//	srv.Shutdown(shutdownCtx)
func fixShutdown(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, names edit.NewNames) *edit.Fix {
	stmt := statement(cur)
	if stmt == nil || len(syntax.LoopsAround(cur)) > 0 {
		return nil
	}
	e := p.Edit(call.Pos())
	ctx, cancel := names.Fresh(p.Pass, cur, "shutdownCtx"), names.Fresh(p.Pass, cur, "cancelShutdown")
	e.Before(stmt,
		fmt.Sprintf("%s, %s := %s.WithTimeout(%s, %s)", ctx, cancel, e.Import(call.Pos(), "context", "context"), p.Source(call.Args[0]), e.Seconds(call.Pos(), "shutdown")),
		"defer "+cancel+"()")
	e.Replace(call.Args[0].Pos(), call.Args[0].End(), ctx)
	return e.Fix("Limit the shutdown with "+ctx, "requests that take longer are interrupted")
}

// statement returns the statement of a block that the call at cur is run by, nil where a deferred
// call or a go statement is.
func statement(cur inspector.Cursor) ast.Stmt {
	for c := range cur.Enclosing() {
		switch stmt := c.Node().(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			return nil
		case ast.Stmt:
			for _, s := range astindex.Stmts(c.Parent().Node()) {
				if s == stmt {
					return stmt
				}
			}
		}
	}
	return nil
}
