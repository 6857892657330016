// Package callwithoutcontext is the check ctxbackground/call-without-context: call is made
// without the context in scope, although it has a variant that takes one.
package callwithoutcontext

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed callwithoutcontext.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "call-without-context",
	Title:      "call is made without the context in scope, although it has a variant that takes one",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *store) names(ctx context.Context) (*sql.Rows, error) {
//		return s.db.Query("SELECT name FROM users") // and not QueryContext(ctx, …)
//	}
//
// for what waits for another process or machine and has a variant that takes a context: a
// sibling of the name, a method of the request that is built, or what the catalog knows.
// Safe is work that is given the context otherwise, work in goroutines, where the context
// has ended, and where a comment gives the reason.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		v := variantOf(p, call)
		if v == nil {
			v = sentVariant(p, cur)
		}
		if v == nil || p.Quiet(call.Pos()) {
			continue
		}
		given := scope.AtHand(p, cur)
		if given == nil || given.Kind == "field" || v.request != nil && given.Var == v.request {
			continue
		}
		if v.request != nil && v.made == withContext || handled(p, cur, v, given) || inProcess(p, cur) || v.isAround(cur) || withoutContext(p, cur) || unsent(p, cur, v) {
			p.Safe(call.Fun, p.Name(call.Fun), verdict.Handled, given.Var.Pos())
			continue
		}
		if pos, ok := intent.Wanted(p, cur); ok {
			p.Safe(call.Fun, p.Name(call.Fun), verdict.Wanted, pos)
			continue
		}
		p.Report(check.Finding{
			At:      call.Fun,
			Message: fmt.Sprintf("%s ignores %s: its work continues after the caller's context is canceled; %s takes it", p.Name(call.Fun), given.Expr, v.name),
			Doubts:  doubts(p, cur, v, given),
			Fix:     fix(p, v, given),
		})
	}
}

// isAround reports whether the call is part of the variant itself, which ends the call
// otherwise.
func (v *variant) isAround(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if decl.Name.Name == v.name {
			return true
		}
	}
	return false
}

// withoutContext reports whether the call is made where a context is known to be nil.
func withoutContext(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
		if !ok || !p.TypesInfo.Types[cond.Y].IsNil() || !ctxscope.IsContext(p.TypesInfo.TypeOf(cond.X)) {
			continue
		}
		branch := ast.Node(test.Body)
		if cond.Op == token.NEQ {
			branch = test.Else
		}
		if branch != nil && branch.Pos() <= cur.Node().Pos() && cur.Node().Pos() < branch.End() {
			return true
		}
	}
	return false
}

// handled reports whether the call need not get the context: it has it already, may outlive
// the function, runs when the context has ended, or nothing ends that one.
func handled(p *check.Pass, cur inspector.Cursor, v *variant, given *ctxscope.Source) bool {
	if intent.InGoroutine(cur) || given.Kind != "field" && ctxscope.AlwaysRoot(p.Pass, cur, given.Var) || v.hasContext(p, cur) {
		return true
	}
	fn, ok := astindex.FuncAround(cur)
	return ok && ctxend.At(p, cur, fixes.GivenExpr(p, fn, given), true) != nil
}
