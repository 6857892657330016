package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// endsWithCaller returns what ends the context at cur when a caller of fn returns, which passes
// it to fn; nil if no caller of the package is known to do so.
//
//	func (s *Service) Signup(ctx context.Context) { go s.mail.Send(ctx) }
//	func (h *Handler) create(w http.ResponseWriter, r *http.Request) { h.service.Signup(r.Context()) }
func endsWithCaller(p *check.Pass, fn, cur inspector.Cursor, depth int) *endBehind {
	decl, ok := fn.Node().(*ast.FuncDecl)
	expr, isExpr := cur.Node().(ast.Expr)
	if !ok || !isExpr || depth == 0 {
		return nil
	}
	callee := p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, ctx := range ctxend.Ancestry(p, decl, expr) {
		v := ctxend.RootVar(p, ctx)
		i := paramIndex(callee.Signature(), v)
		if _, carrier := ctx.(*ast.CallExpr); i < 0 || carrier || replaced(p, decl, v) {
			continue
		}
		for _, call := range astindex.Of(p.Pass).Calls[callee] {
			if call.In == nil || call.Go || i >= len(call.Expr.Args) {
				continue
			}
			caller, arg := syntax.CursorAt(fn, call.In), syntax.CursorAt(fn, call.Expr.Args[i])
			end := endsBehind(p, caller, arg)
			if end == nil {
				end = endsWithCaller(p, caller, arg, depth-1)
			}
			if end != nil && !waitsBehind(p, end.fn, arg, end.pos).IsValid() {
				how := end.how
				if end.caller == nil {
					how = fmt.Sprintf("its caller at %s returns", p.Where(call.Expr.Pos(), cur.Node().Pos()))
				}
				return &endBehind{expr: ctx, pos: call.Expr.Pos(), fn: fn, how: how, deferred: end.deferred, caller: call.Expr}
			}
		}
	}
	return nil
}

// replaced reports whether a function assigns a context to v that does not end with the one
// which v had.
func replaced(p *check.Pass, decl *ast.FuncDecl, v *types.Var) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || !slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
			id, ok := lhs.(*ast.Ident)
			return ok && p.TypesInfo.ObjectOf(id) == v
		}) {
			return !found
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		for ok && len(call.Args) > 0 && ctxend.EndsWithParent(p.TypesInfo, call) {
			call, ok = ast.Unparen(call.Args[0]).(*ast.CallExpr)
		}
		found = found || ok
		return !found
	})
	return found
}

func paramIndex(sig *types.Signature, v *types.Var) int {
	for i := range sig.Params().Len() {
		if v != nil && sig.Params().At(i) == v {
			return i
		}
	}
	return -1
}
