package setting

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// choosesFirst reports whether a call is one of a function of the package that returns its first
// parameter, or the second where that is empty, as cmp.Or does.
func (f *finder) choosesFirst(call *ast.CallExpr) bool {
	fn := callmatch.Callee(f.TypesInfo, call)
	if fn == nil || fn.Signature().Params().Len() != 2 || fn.Signature().Variadic() {
		return false
	}
	decl := astindex.Of(f.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 2 {
		return false
	}
	test, ok := decl.Body.List[0].(*ast.IfStmt)
	last := f.result(decl.Body.List[1])
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) != 1 || last == nil {
		return false
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	inner, params := f.result(test.Body.List[0]), fn.Origin().Signature().Params()
	if !ok || f.paramOf(cond.X) != params.At(0) {
		return false
	}
	switch cond.Op {
	case token.NEQ: // if v != "" { return v }; return other
		return inner == params.At(0) && last == params.At(1)
	case token.EQL:
		return inner == params.At(1) && last == params.At(0)
	}
	return false
}

// result returns the variable that a statement returns, nil if there is none.
func (f *finder) result(stmt ast.Stmt) *types.Var {
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return f.paramOf(ret.Results[0])
}

func (f *finder) paramOf(expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.TypesInfo.Uses[id].(*types.Var)
	return v
}
