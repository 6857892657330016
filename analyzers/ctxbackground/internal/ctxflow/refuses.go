package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// Refuses reports whether a function of the package leaves work undone where the context that it is passed
// has ended: it asks the context for that and returns, or passes it to a function that does.
//
//	if err := ctx.Err(); err != nil {
//		return err
//	}
func Refuses(p *check.Pass, fn *types.Func, depth int) bool {
	if fn == nil || depth == 0 {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	for i, stmt := range decl.Body.List {
		if test, ok := stmt.(*ast.IfStmt); ok && i < len(decl.Body.List)-1 && asksErr(p, test) {
			return true
		}
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok || found {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if ok && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return isParam(p, fn, arg) }) {
			callee := callmatch.Callee(p.TypesInfo, call)
			found = callee != nil && callee.Origin() != fn.Origin() && Refuses(p, callee, depth-1)
		}
		return true
	})
	return found
}

// isParam reports whether an argument is the context that a function is passed.
func isParam(p *check.Pass, fn *types.Func, arg ast.Expr) bool {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	return ok && ctxscope.IsContext(v.Type()) && fn.Origin().Signature().Params().At(0) == v
}

// asksErr reports whether a statement returns where Err of a context is not nil.
func asksErr(p *check.Pass, stmt *ast.IfStmt) bool {
	if len(stmt.Body.List) == 0 {
		return false
	}
	if _, ok := stmt.Body.List[len(stmt.Body.List)-1].(*ast.ReturnStmt); !ok {
		return false
	}
	test, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
	if !ok || test.Op != token.NEQ || !p.TypesInfo.Types[test.Y].IsNil() {
		return false
	}
	asked := test.X
	if assign, ok := stmt.Init.(*ast.AssignStmt); ok && len(assign.Rhs) == 1 {
		asked = assign.Rhs[0]
	}
	call, ok := ast.Unparen(asked).(*ast.CallExpr)
	return ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Err"
}
