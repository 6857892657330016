package goroutineleak

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// given returns the greatest of the constants that the callers of a function, all of
// them in the package, give for its parameter.
//
//	servers := h.discovered(ctx, 50*time.Millisecond)
func (b *bound) given(v *types.Var) (most float64, known bool) {
	decl, ok := b.scope.(*ast.FuncDecl)
	if !ok || decl.Name.IsExported() || assigns(b.info, decl, v) {
		return 0, false
	}
	fn := b.info.Defs[decl.Name].(*types.Func)
	index := astindex.Of(b.p.Pass)
	at := -1
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == v {
			at = i
		}
	}
	if at < 0 || fn.Signature().Variadic() || len(index.Values[fn]) > 0 || len(index.Calls[fn]) == 0 {
		return 0, false
	}
	for _, call := range index.Calls[fn] {
		n, ok := b.constant(call.Expr.Args[at])
		if !ok {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}

// begins returns the constant that the field of a local struct begins as: what a
// setting is when nobody changes it.
//
//	opt := options{Interval: 500 * time.Millisecond}
//	for _, apply := range opts {
//		apply(&opt)
//	}
func (b *bound) begins(sel *ast.SelectorExpr) (float64, bool) {
	v := localVariable(b.info, sel.X)
	if v == nil {
		return 0, false
	}
	lit, ok := localvar.Definition(b.info, b.scope, v).(*ast.CompositeLit)
	if !ok {
		return 0, false
	}
	for _, elt := range lit.Elts {
		field, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			break
		}
		if key, ok := field.Key.(*ast.Ident); ok && b.info.Uses[key] == b.info.Uses[sel.Sel] {
			return b.constant(field.Value)
		}
	}
	return 0, false
}
