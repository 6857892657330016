// Package sharedcallcallerctx is the check ctxbackground/shared-call-caller-ctx: call
// shared by many callers is canceled with the context of one.
package sharedcallcallerctx

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/sharedcalls"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed sharedcallcallerctx.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "shared-call-caller-ctx",
	Title:      "call shared by many callers is canceled with the context of one",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	group.Do(key, func() (any, error) {
//		return load(ctx, key) // ctx is that of the first caller
//	})
//
// With DoChan also a context that the function cancels when it returns: the execution
// continues. Silent when the context is detached from the caller's, when only its values
// are read, when its origin is not known, and where a comment gives the reason.
//
// Functions of the module that share a call in the same way are known by what they do. One that makes the
// call itself is reported where it passes it its own context.
func run(p *check.Pass) {
	known := sharedcalls.Of(p.Pass)
	for cur, to := range calls.All(p.Pass) {
		row := known.Fact(to.Func)
		if row == nil || row.Arg >= len(to.Expr.Args) || p.Quiet(to.Expr.Pos()) {
			continue // one that shares nothing, or f(g()) with several results
		}
		lit := literal(p, cur, to.Expr.Args[row.Arg])
		if lit == nil {
			continue
		}
		use, why := callerContext(p, syntax.CursorAt(cur, lit), row.Async)
		if use == nil {
			continue
		}
		if pos, ok := intent.Wanted(p, syntax.CursorAt(cur, use), cur); ok {
			p.Safe(use, p.Source(use), verdict.Wanted, pos)
			continue
		}
		p.Report(check.Finding{
			At: use,
			Message: fmt.Sprintf("when one caller is canceled, the others get its error: %s, in the function that %s runs once for all callers, is %s",
				p.Source(use), p.Name(to.Expr.Fun), why),
			Trace: []check.Hop{{Pos: to.Expr.Pos(), Message: "shared by every caller with the same key"}},
			Fix:   fixShared(p, syntax.CursorAt(cur, lit), to.Expr.Args[row.Arg], use),
		})
	}
	reportOwn(p)
}

// literal returns the function literal that expr is, or the only one that the
// variable expr holds.
func literal(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *ast.FuncLit {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
			expr = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
		}
	}
	lit, _ := expr.(*ast.FuncLit)
	return lit
}

// callerContext returns the first context that the body of lit gives to a call
// which may wait for it, and which belongs to the caller, and says how.
func callerContext(p *check.Pass, lit inspector.Cursor, async bool) (ast.Expr, string) {
	for cur := range lit.Preorder((*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		expr := cur.Node().(ast.Expr)
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(expr)) || ctxend.Path(p.TypesInfo, expr) == "" {
			continue
		}
		if root := ctxend.RootVar(p, expr); root == nil || syntax.Within(lit.Node(), root) {
			continue
		}
		why := belongs(p, lit, expr, async)
		if why != "" && len(ctxflow.Sinks(p, cur)) > 0 {
			return expr, why
		}
	}
	return nil, ""
}

// belongs says how the context expr hangs on the function around the literal, ""
// if it is not known to.
func belongs(p *check.Pass, lit inspector.Cursor, expr ast.Expr, async bool) string {
	fn, ok := astindex.FuncAround(lit)
	if !ok {
		return ""
	}
	list := ctxend.Ancestry(p, astindex.DeclAround(lit), expr)
	last := list[len(list)-1]
	own := false // a function further out has set up the one that is called, once
	for c := range fn.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if own {
			break
		}
		for _, given := range ctxscope.Given(p.Pass, c.Node(), lit.Node().Pos()) {
			own = own || given.Kind != "field"
			// A field is of the value, and not of the caller.
			if given.Kind != "field" && ctxend.RootVar(p, last) == given.Var && p.Source(last) == given.Expr {
				return "the first caller's context"
			}
		}
	}
	if async && cancelledOnReturn(p, fn, expr) {
		return "canceled when the first caller returns"
	}
	return ""
}

// cancelledOnReturn reports whether fn defers the cancel function of the context.
func cancelledOnReturn(p *check.Pass, fn inspector.Cursor, expr ast.Expr) bool {
	r := &ctxend.Region{P: p, Scope: astindex.DeclAround(fn), Ctx: expr}
	for d := range fn.Preorder((*ast.DeferStmt)(nil)) {
		if r.Cancels(d.Node().(*ast.DeferStmt)) {
			return true
		}
	}
	return false
}
