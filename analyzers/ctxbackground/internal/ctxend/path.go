package ctxend

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Path identifies what expr denotes, as long as nothing is assigned to its
// parts: a variable, a field of it, or the result of a call without arguments
// such as r.Context(). It is "" for everything else.
func Path(info *types.Info, expr ast.Expr) string {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		if v, ok := info.ObjectOf(expr).(*types.Var); ok {
			return fmt.Sprintf("%p", v)
		}
	case *ast.SelectorExpr:
		if x := Path(info, expr.X); x != "" {
			return x + "." + expr.Sel.Name
		}
	case *ast.CallExpr:
		sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
		if x := ""; ok && len(expr.Args) == 0 {
			if x = Path(info, sel.X); x != "" {
				return x + "." + sel.Sel.Name + "()"
			}
		}
	}
	return ""
}

// Ancestry returns the context that expr denotes and those it ends with.
func Ancestry(p *check.Pass, scope ast.Node, expr ast.Expr) []ast.Expr {
	var list []ast.Expr
	for len(list) < 8 {
		expr = ast.Unparen(expr)
		list = append(list, expr)
		value := expr
		if id, ok := expr.(*ast.Ident); ok {
			v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
			if !ok {
				break
			}
			value = localvar.Value(p.TypesInfo, scope, v)
		}
		if value == nil {
			break
		}
		if value != expr && Path(p.TypesInfo, value) != "" { // ctx := r.Context()
			expr = value
			continue
		}
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || !EndsWithParent(p.TypesInfo, call) {
			break
		}
		expr = call.Args[0]
	}
	return list
}

// EndsWithParent reports whether call makes a context that ends when its first
// argument does.
func EndsWithParent(info *types.Info, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(info, call)
	_, derives := catalog.ContextParents[name]
	return (derives || catalog.ContextEnds[name] != "") && !catalog.ContextDetaches[name]
}

// RootVar returns the variable that a path begins with.
func RootVar(p *check.Pass, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return RootVar(p, expr.X)
	case *ast.CallExpr:
		return RootVar(p, expr.Fun)
	}
	return nil
}
