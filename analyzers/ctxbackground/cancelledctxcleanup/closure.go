package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportClosure reports the call of a literal of the function that works with a captured context,
// which has ended where it is called:
//
//	flush := func() { _ = w.store(ctx, batch) }
//	…
//	case <-ctx.Done():
//		flush()
//		return
func reportClosure(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	lit := literalOf(p, cur, call)
	if lit == nil {
		return
	}
	for work := range syntax.CursorAt(cur, lit).Preorder((*ast.CallExpr)(nil)) {
		expr := work.Node().(*ast.CallExpr)
		fn := callmatch.Callee(p.TypesInfo, expr)
		if !worksWithContext(p, fn) || !captured(p, lit, expr.Args[0]) {
			continue
		}
		e := endedAt(p, cur, expr.Args[0])
		if e == nil {
			continue
		}
		var doubts []check.Doubt
		if !intent.EndsSomething(fn) && !ctxflow.Reaches(p, fn, 3) {
			doubts = append(doubts, check.Doubting(verdict.UnknownCallee, expr.Pos()))
		}
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("%s fails without doing its work: it passes %s to %s (%s), which is already canceled, because %s (%s)",
				p.Name(call.Fun), p.Source(expr.Args[0]), p.Name(expr.Fun), p.Where(expr.Pos(), call.Pos()), e.How, p.Where(e.Pos, call.Pos())),
			Trace:  []check.Hop{{Pos: e.Pos, Message: "the context is canceled here"}, {Pos: expr.Pos(), Message: "it is passed on here"}},
			Doubts: doubts,
			Fix:    fixClosure(p, cur, lit, expr.Args[0]),
		})
		return
	}
}

// literalOf returns the literal that a call calls by the name of the variable which holds nothing else.
func literalOf(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *ast.FuncLit {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	lit, _ := localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v).(*ast.FuncLit)
	return lit
}

// worksWithContext reports whether a function can do its work only while its context lasts.
func worksWithContext(p *check.Pass, fn *types.Func) bool {
	return fn != nil && fn.Signature().Params().Len() > 0 && ctxscope.IsContext(fn.Signature().Params().At(0).Type()) &&
		!ctxuse.Of(p.Pass).Idle(fn, 0) && !ctxuse.Of(p.Pass).Kept(fn, 0) && !ctxflow.ReturnsContext(fn) && !onlyWaits(p, fn)
}

// captured reports whether a context is a variable from outside of the literal.
func captured(p *check.Pass, lit *ast.FuncLit, ctx ast.Expr) bool {
	v := ctxend.RootVar(p, ctx)
	return v != nil && ctxend.Path(p.TypesInfo, ctx) != "" && !syntax.Within(lit, v)
}
