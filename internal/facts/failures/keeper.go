package failures

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A keeper knows what the functions of a package return.
type keeper struct {
	info  *types.Info
	decls map[*types.Func]*ast.FuncDecl
}

// depth limits the calls that are followed.
const depth = 3

// kept returns the numbers of the pointers and interfaces that each return statement of a function gives a
// value.
func (k *keeper) kept(decl *ast.FuncDecl, results *types.Tuple) (list []int) {
	for i := range results.Len() - 1 {
		switch results.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			if k.returns(decl, decl.Body, results.Len(), i, depth) {
				list = append(list, i)
			}
		}
	}
	return list
}

// returns reports whether each return statement of a body in decl has a value as result i of so many.
func (k *keeper) returns(decl *ast.FuncDecl, body *ast.BlockStmt, results, i, depth int) bool {
	list := own(body)
	return len(list) > 0 && depth > 0 && !slices.ContainsFunc(list, func(ret *ast.ReturnStmt) bool {
		return len(ret.Results) != results || !k.value(decl, ret.Results[i], depth)
	})
}

// value reports whether an expression is the address of a literal, or what a function returns that makes one.
func (k *keeper) value(decl *ast.FuncDecl, expr ast.Expr, depth int) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.Ident:
		def := k.definition(decl, e)
		return def != nil && k.value(decl, def, depth)
	case *ast.CallExpr:
		if lit, ok := k.definition(decl, e.Fun).(*ast.FuncLit); ok {
			return k.returns(decl, lit.Body, 1, 0, depth-1)
		}
		callee := k.decls[callmatch.Callee(k.info, e)]
		return callee != nil && k.returns(callee, callee.Body, 1, 0, depth-1)
	}
	return false
}

// definition returns the one value of a local variable, or nil.
func (k *keeper) definition(decl *ast.FuncDecl, expr ast.Expr) ast.Expr {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := k.info.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.LocalVar {
		return nil
	}
	return localvar.Value(k.info, decl, v)
}

// mayKeep returns the numbers of the pointers and interfaces that a return statement has more than nil for
// beside more than nil for the error.
func (k *keeper) mayKeep(decl *ast.FuncDecl, results *types.Tuple, depth int) (list []int) {
	isNil := func(expr ast.Expr) bool { return k.info.Types[expr].IsNil() }
	last := results.Len() - 1
	for i := range last {
		switch results.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			if slices.ContainsFunc(own(decl.Body), func(ret *ast.ReturnStmt) bool {
				if len(ret.Results) != results.Len() {
					return !k.forwards(ret, i, depth-1)
				}
				return !isNil(ret.Results[last]) && !isNil(ret.Results[i])
			}) {
				list = append(list, i)
			}
		}
	}
	return list
}

// forwards reports whether a return statement has the results of a function of the package that returns nil as
// its result i wherever it fails.
func (k *keeper) forwards(ret *ast.ReturnStmt, i, depth int) bool {
	if len(ret.Results) != 1 || depth == 0 {
		return false
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(k.info, call)
	decl := k.decls[fn]
	return decl != nil && !slices.Contains(k.mayKeep(decl, fn.Signature().Results(), depth), i)
}

// own returns the return statements of a body, without those of function literals.
func own(body *ast.BlockStmt) (list []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}
