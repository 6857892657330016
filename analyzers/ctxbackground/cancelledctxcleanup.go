package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

var cancelledCtxCleanup = &check.Check{
	Slug:       "cancelled-ctx-cleanup",
	Title:      "cleanup is passed a context that is already canceled",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runCancelledCtxCleanup,
}

// runCancelledCtxCleanup reports
//
//	<-ctx.Done()
//	srv.Shutdown(ctx) // also with a timeout derived from ctx
//
// and the same behind cancel(), behind the Wait of ctx's errgroup, where whatever else
// can fail gives up as well, where
// ctx.Err() is not nil, and in a deferred call that runs after the deferred
// cancel; and what a deferred call gives back with the context of the caller, with which
// it was taken. Silent when the callee only reads values from the context, or detaches
// from it, and when the variable has been assigned another one.
func runCancelledCtxCleanup(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if len(call.Args) == 0 || p.Quiet(call.Pos()) {
			continue
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil || ctxuse.Of(p.Pass).Idle(fn, 0) || returnsContext(fn) {
			continue
		}
		if params := fn.Signature().Params(); params.Len() == 0 || !ctxscope.IsContext(params.At(0).Type()) {
			continue
		}
		if !endsSomething(fn) {
			if e := endedByGroup(p, cur, fn); e != nil {
				reportCleanup(p, cur, e)
			}
			continue
		}
		if e := endedAt(p, cur, call.Args[0]); e != nil {
			reportCleanup(p, cur, e)
		} else if taken := takenWith(p, cur, fn); taken != nil {
			reportGivenBack(p, cur, taken)
		}
	}
}

// endedByGroup returns the end that the Wait of its errgroup is for the context of a call
// that can fail, whatever it does: the group is done, and the work goes on. It is easily
// taken for the context around the group, whose name it often has.
func endedByGroup(p *check.Pass, cur inspector.Cursor, fn *types.Func) *ending {
	if !callmatch.CanFail(fn.Signature()) {
		return nil
	}
	if e := endedAt(p, cur, cur.Node().(*ast.CallExpr).Args[0]); e != nil && e.group {
		return e
	}
	return nil
}

func reportCleanup(p *check.Pass, cur inspector.Cursor, e *ending) {
	call := cur.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf("%s fails without doing its work: %s is already canceled, because %s (%s)",
			p.Name(call.Fun), p.Source(call.Args[0]), e.how, p.Where(e.pos, call.Pos())),
		Trace: []check.Hop{{Pos: e.pos, Message: "the context is canceled here"}},
		Fix:   fixCleanup(p, cur),
	})
}
