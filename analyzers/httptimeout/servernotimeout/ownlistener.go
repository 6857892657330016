package servernotimeout

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// madeListener reports whether a listener is made in place, or for a variable of the same
// function, of a type that the package declares and without another listener: its
// connections are not from arbitrary clients, but have been accepted before.
func madeListener(p *check.Pass, around inspector.Cursor, expr ast.Expr) bool {
	if v := valueflow.Variable(p.TypesInfo, expr); v != nil && v.Kind() == types.LocalVar {
		for fn := range around.Enclosing((*ast.FuncDecl)(nil)) {
			if value := localvar.Value(p.TypesInfo, fn.Node(), v); value != nil {
				expr = value
			}
		}
	}
	if amp, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	lit, ok := ast.Unparen(expr).(*ast.CompositeLit)
	if !ok {
		return false
	}
	named := callmatch.Named(p.TypesInfo.TypeOf(lit))
	return named != nil && named.Obj().Pkg() == p.Pkg && !slices.ContainsFunc(lit.Elts, func(elt ast.Expr) bool {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		return accepts(p.TypesInfo.TypeOf(elt))
	})
}

// accepts reports whether values of type t are listeners.
func accepts(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Accept")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Results().Len() == 2 && callmatch.IsType(fn.Signature().Results().At(0).Type(), "net.Conn")
}
