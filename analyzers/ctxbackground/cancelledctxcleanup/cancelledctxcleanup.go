// Package cancelledctxcleanup is the check ctxbackground/cancelled-ctx-cleanup: cleanup
// is passed a context that is already canceled.
package cancelledctxcleanup

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed cancelledctxcleanup.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "cancelled-ctx-cleanup",
	Title:      "cleanup is passed a context that is already canceled",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	<-ctx.Done()
//	srv.Shutdown(ctx) // also with a timeout derived from ctx
//
// and the same for other work that can only fail then, after cancel(), after the Wait of ctx's errgroup, where everything else that
// can fail returns an error as well, where ctx.Err() is not nil, and in a deferred call
// that runs after the deferred cancel; and what a deferred call releases with the context
// of the caller, with which it was acquired; and what undoes a step that
// has failed with the same context; and the limit of a wait that is derived from it. With a doubt also where the end of the context is one of several
// ways to get there. Silent when the callee only reads values from
// the context, or detaches from it, and when the variable has been assigned another one.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if p.Quiet(call.Pos()) {
			continue
		}
		fn := to.Func
		if fn == nil {
			reportClosure(p, cur)
		}
		reportDrain(p, cur, fn)
		reportLimit(p, cur)
		if fn == nil || len(call.Args) == 0 || fn.Signature().Params().Len() == 0 || !ctxscope.IsContext(fn.Signature().Params().At(0).Type()) {
			continue
		}
		if catalog.EndsAnyway[to.Name] {
			p.Safe(call, p.Source(call.Fun), verdict.Handled, call.Pos())
			continue
		}
		if isRoot(p, cur) || ctxuse.Of(p.Pass).Idle(fn, 0) && !ctxflow.Refuses(p, fn, 3) || ctxflow.ReturnsContext(fn) {
			continue
		}
		if taken := lockedWith(p, cur); taken != nil {
			reportGivenBack(p, cur, taken)
			continue
		}
		if failed := failedWith(p, cur, fn); failed != nil && endedAt(p, cur, call.Args[0]) == nil {
			reportFailed(p, cur, failed)
			continue
		}
		if taken := takenBefore(p, cur, fn); taken != nil && endedAt(p, cur, call.Args[0]) == nil {
			reportGivenBack(p, cur, taken)
			continue
		}
		if !intent.EndsSomething(fn) {
			if taken := takenWith(p, cur, fn); taken != nil && endedAt(p, cur, call.Args[0]) == nil {
				reportGivenBack(p, cur, taken)
				continue
			}
			reportWork(p, cur, fn)
			continue
		}
		if e := endedAt(p, cur, call.Args[0]); e != nil {
			reportCleanup(p, cur, e)
		} else if e := ctxend.At(p, cur, call.Args[0], true); e != nil && ctxflow.Reaches(p, fn, 3) {
			reportCleanup(p, cur, e, append(budget(p, cur, call.Args[0]), check.Doubting(verdict.OtherCause, e.Pos))...)
		} else if taken := takenWith(p, cur, fn); taken != nil {
			reportGivenBack(p, cur, taken)
		}
	}
}

// isRoot reports whether a call is given a root context, or a variable of the function that holds one: it never ends. A
// parameter may be another one in the next program.
func isRoot(p *check.Pass, cur inspector.Cursor) bool {
	ctx := ast.Unparen(cur.Node().(*ast.CallExpr).Args[0])
	if v, ok := callmatch.Object(p.TypesInfo, ctx).(*types.Var); ok {
		ctx = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
	}
	call, ok := ctx.(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}

// budget returns the doubt about a context that a stop gets from its callers: it says how long the stop may take,
// and once it has ended the steps that are left are to return immediately.
func budget(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) []check.Doubt {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	v, isVar := callmatch.Object(p.TypesInfo, ctx).(*types.Var)
	if !ok || !isVar || v.Kind() != types.ParamVar {
		return nil
	}
	if !slices.ContainsFunc(catalog.StopMethods, func(stop string) bool { return catalog.Words(decl.Name.Name)[0] == strings.ToLower(stop) }) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.CallerDecides, v.Pos())}
}

func reportCleanup(p *check.Pass, cur inspector.Cursor, e *ctxend.Ending, doubts ...check.Doubt) {
	call := cur.Node().(*ast.CallExpr)
	format := "%s fails without doing its work: %s is already canceled, because %s (%s)"
	if e.May {
		format = "%s fails without doing its work when %s is already canceled, as it is where %s (%s)"
	}
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf(format,
			p.Name(call.Fun), p.Source(call.Args[0]), e.How, p.Where(e.Pos, call.Pos())),
		Trace:  []check.Hop{{Pos: e.Pos, Message: "the context is canceled here"}},
		Doubts: doubts,
		Fix:    fixCleanup(p, cur),
	})
}

// endedAt returns where the context expr, or one it ends with, has ended on every path to
// cur, nil if that is not known.
func endedAt(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *ctxend.Ending {
	return ctxend.At(p, cur, expr, false)
}
