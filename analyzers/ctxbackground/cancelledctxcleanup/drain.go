package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/drains"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDrain reports a queue that is drained when the context of its workers has ended:
//
//	pool.Start(ctx) // for job := range p.queue { p.work(ctx, job) }
//	<-ctx.Done()
//	pool.Close() // close(p.queue); p.wg.Wait()
func reportDrain(p *check.Pass, cur inspector.Cursor, fn *types.Func) {
	call := cur.Node().(*ast.CallExpr)
	fact := drains.Of(p.Pass).Fact(fn)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fact == nil || fact.Arg >= 0 || !ok {
		return
	}
	on := ctxend.Path(p.TypesInfo, sel.X)
	start, ctx := startedWith(p, cur, on, fact.Queue)
	if start == nil {
		return
	}
	doubts := []check.Doubt{check.Doubting(verdict.UnknownCallee, start.Pos())}
	e, has := endedAt(p, cur, ctx), "has"
	if e == nil {
		e, has = ctxend.At(p, cur, ctx, true), "may have"
	}
	if e == nil {
		return
	}
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(ctx, p.Source(ctx), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: ctx,
		Message: fmt.Sprintf("what is queued when the program stops fails: the workers that %s starts are passed %s, which %s ended (%s) when %s drains their queue (%s)",
			p.Name(start.Fun), p.Source(ctx), has, p.Where(e.Pos, ctx.Pos()), p.Name(call.Fun), p.Where(call.Pos(), ctx.Pos())),
		Trace:  []check.Hop{{Pos: e.Pos, Message: "the context is canceled here"}, {Pos: call.Pos(), Message: "waits for the workers"}},
		Doubts: doubts,
		Fix:    fixDrain(p, ctx),
	})
}

// startedWith returns the call before cur that starts the workers of a queue of the same object, and the context
// that it passes them; nil if there is none.
func startedWith(p *check.Pass, cur inspector.Cursor, on, queue string) (start *ast.CallExpr, ctx ast.Expr) {
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || on == "" || call.Pos() >= cur.Node().Pos() {
			return true
		}
		fact := drains.Of(p.Pass).Fact(callmatch.Callee(p.TypesInfo, call))
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if fact != nil && ok && fact.Queue == queue && fact.Arg >= 0 && fact.Arg < len(call.Args) && ctxend.Path(p.TypesInfo, sel.X) == on {
			start, ctx = call, call.Args[fact.Arg]
		}
		return true
	})
	return start, ctx
}

// fixDrain lets the workers finish what is queued: the close of the queue ends them.
func fixDrain(p *check.Pass, ctx ast.Expr) *edit.Fix {
	if call, ok := ast.Unparen(ctx).(*ast.CallExpr); ok && ctxflow.MakesContext(p, call) {
		return nil
	}
	e := p.Edit(ctx.Pos())
	e.Replace(ctx.Pos(), ctx.End(), e.Import(ctx.Pos(), "context", "context")+".WithoutCancel("+p.Source(ctx)+")")
	return e.Fix("Let the workers finish what is queued", "the shutdown takes as long as that takes")
}
