package process

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ContextLimited reports whether the context is one with a deadline: killing is then
// what happens to a command that takes too long.
func ContextLimited(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) bool {
	return limitedBy(p, cur, ctx, 2)
}

// limitedBy is ContextLimited, for a parameter by what all calls pass, as many calls deep.
func limitedBy(p *check.Pass, cur inspector.Cursor, ctx ast.Expr, depth int) bool {
	if limitedAgain(p, cur, ctx) {
		return true
	}
	if i, ok := ParamIndex(p, cur, ctx); ok && depth > 0 {
		calls := CallersOf(p, cur)
		return len(calls) > 0 && !slices.ContainsFunc(calls, func(at inspector.Cursor) bool {
			args := at.Node().(*ast.CallExpr).Args
			return i >= len(args) || !limitedBy(p, at, args[i], depth-1)
		})
	}
	value := LocalValue(p, cur, ast.Unparen(ctx))
	if value == nil {
		value = ctx
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	return ok && (catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" || catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)])
}

// limitedAgain reports whether the function around cur gives the variable a deadline before:
// ctx, cancel := context.WithTimeout(ctx, limit).
func limitedAgain(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) bool {
	v := callmatch.Object(p.TypesInfo, ctx)
	found := false
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() > cur.Node().Pos() || len(assign.Rhs) != 1 || callmatch.Object(p.TypesInfo, assign.Lhs[0]) != v {
			return true
		}
		call, ok := assign.Rhs[0].(*ast.CallExpr)
		found = found || ok && v != nil && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline"
		return true
	})
	return found
}

// ParamIndex returns which parameter of the declared function around cur an expression names.
func ParamIndex(p *check.Pass, cur inspector.Cursor, expr ast.Expr) (int, bool) {
	around, _ := astindex.FuncAround(cur)
	decl, ok := around.Node().(*ast.FuncDecl)
	id, isIdent := ast.Unparen(expr).(*ast.Ident)
	if !ok || !isIdent {
		return 0, false
	}
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return 0, false
	}
	for i := range fn.Signature().Params().Len() {
		if p.TypesInfo.Uses[id] == types.Object(fn.Signature().Params().At(i)) {
			return i, true
		}
	}
	return 0, false
}
