package deferinloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// bounded reports whether a loop has a small constant number of passes.
func bounded(info *types.Info, fn ast.Node, loop ast.Stmt) bool {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		return ok && (cond.Op == token.LSS || cond.Op == token.LEQ) && few(info.Types[cond.Y].Value)
	case *ast.RangeStmt:
		if few(info.Types[loop.X].Value) || isLiteral(info, fn, loop.X) {
			return true
		}
		_, array := callmatch.Deref(info.TypeOf(loop.X)).Underlying().(*types.Array)
		return array
	}
	return false
}

// isLiteral reports whether an expression is a list that the code writes down, or a variable that holds one.
func isLiteral(info *types.Info, fn ast.Node, expr ast.Expr) bool {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := info.Uses[id].(*types.Var); ok && !v.IsField() && fn.Pos() <= v.Pos() && v.Pos() < fn.End() {
			expr = localvar.Value(info, fn, v)
		}
	}
	_, ok := ast.Unparen(expr).(*ast.CompositeLit)
	return ok
}

// few reports whether a constant is so small that as many open files do not matter. A loop over
// pages that ends at the thousandth is none of few passes.
func few(value constant.Value) bool {
	if value == nil {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	return !exact || n <= 16
}

// deadline returns where the context is derived that a variable cancels, if that has a deadline, which
// releases it without the call.
func deadline(info *types.Info, fn ast.Node, cancel *types.Var) token.Pos {
	if cancel == nil {
		return token.NoPos
	}
	call, ok := localvar.Definition(info, fn, cancel).(*ast.CallExpr)
	if !ok || catalog.ContextEnds[callmatch.CalleeName(info, call)] != "deadline" {
		return token.NoPos
	}
	return call.Pos()
}

// ofForm reports whether a loop is over the files of a form that a request has sent.
func ofForm(info *types.Info, loop ast.Stmt) bool {
	each, ok := loop.(*ast.RangeStmt)
	if !ok {
		return false
	}
	list, ok := info.TypeOf(each.X).Underlying().(*types.Slice)
	return ok && callmatch.TypeName(callmatch.Deref(list.Elem())) == "mime/multipart.FileHeader"
}
