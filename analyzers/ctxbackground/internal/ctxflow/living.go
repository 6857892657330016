package ctxflow

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// MakesLiving reports whether a body gets from a call with a context a value that depends
// on that context, a stream or a body to be read, and does not end it itself: a fix that
// cancels the context when the body returns would end it.
func MakesLiving(p *check.Pass, body ast.Node) bool {
	living := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			if !ok || len(n.Rhs) > 1 || !takesContext(p, call) {
				return true
			}
			for _, lhs := range n.Lhs {
				id, ok := ast.Unparen(lhs).(*ast.Ident)
				living = living || lives(p.TypesInfo.TypeOf(lhs)) && !(ok && endedIn(p, body, p.TypesInfo.ObjectOf(id)))
			}
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				call, ok := ast.Unparen(result).(*ast.CallExpr)
				living = living || ok && takesContext(p, call) && livesAmong(p.TypesInfo.TypeOf(call))
			}
		}
		return !living
	})
	return living
}

// takesContext reports whether a call works with a context.
func takesContext(p *check.Pass, call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) }) &&
		!MakesContext(p, call)
}

// MakesContext reports whether a call derives a context.
func MakesContext(p *check.Pass, call *ast.CallExpr) bool {
	t := p.TypesInfo.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return ctxscope.IsContext(t)
}

// livesAmong reports whether a result of a call has an end of its own.
func livesAmong(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	if !ok {
		return lives(t)
	}
	return slices.ContainsFunc(slices.Collect(tuple.Variables()), func(v *types.Var) bool { return lives(v.Type()) })
}

// lives reports whether a value has an end of its own, as methods tell, or may
// have.
func lives(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	return slices.ContainsFunc(catalog.StopMethods, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		_, ok := obj.(*types.Func)
		return ok
	})
}

// endedIn reports whether a body calls a method on a variable that ends it.
func endedIn(p *check.Pass, body ast.Node, v types.Object) bool {
	ended := false
	ast.Inspect(body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains(catalog.StopMethods, sel.Sel.Name) {
			id, ok := ast.Unparen(sel.X).(*ast.Ident)
			ended = ended || ok && p.TypesInfo.Uses[id] == v
		}
		return !ended
	})
	return ended
}
