package httplimits

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// endlessLiteral judges http.Transport by its fields, and wrappers by what they
// wrap: those of the catalog, and those of this package whose RoundTrip starts
// no timer.
func (r *Result) endlessLiteral(lit *ast.CompositeLit) bool {
	t := r.pass.TypesInfo.TypeOf(lit)
	if callmatch.IsType(t, "net/http.Transport") {
		return keyed(lit) && fieldOf(lit, "ResponseHeaderTimeout") == nil
	}
	if w, ok := catalog.TransparentTransportTypes[callmatch.TypeName(t)]; ok {
		base := fieldOf(lit, w.Base)
		return keyed(lit) && (base == nil || r.endless(base))
	}
	if named := callmatch.Named(t); named == nil || !r.passesOn(named) {
		return false
	}
	return r.wraps(lit, r.endless)
}

// passesOn reports whether RoundTrip of a type of this package sets no limit.
func (r *Result) passesOn(named *types.Named) bool {
	for m := range named.Methods() {
		decl := r.decls[m.Origin()]
		if m.Name() != "RoundTrip" || decl == nil {
			continue
		}
		timed := false
		ast.Inspect(decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				timed = timed || catalog.Timers[callmatch.CalleeName(r.pass.TypesInfo, call)]
			}
			return !timed
		})
		return !timed
	}
	return false
}

func isRoundTripper(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	_, ok := obj.(*types.Func)
	return ok
}

// endlessConstructor judges what a function of this package returns, if that is
// a literal of a wrapper around one of its parameters.
func (r *Result) endlessConstructor(call *ast.CallExpr) bool {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil || fn.Signature().Variadic() {
		return false
	}
	decl := r.decls[fn.Origin()]
	if decl == nil || len(decl.Body.List) != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	expr := ast.Unparen(ret.Results[0])
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = ast.Unparen(amp.X)
	}
	lit, ok := expr.(*ast.CompositeLit)
	if !ok {
		return false
	}
	if named := callmatch.Named(r.pass.TypesInfo.TypeOf(lit)); named == nil || !r.passesOn(named) {
		return false
	}
	params := slices.Collect(fn.Origin().Signature().Params().Variables())
	return r.wraps(lit, func(elt ast.Expr) bool {
		id, ok := ast.Unparen(elt).(*ast.Ident)
		if !ok {
			return r.endless(elt)
		}
		v, _ := r.pass.TypesInfo.Uses[id].(*types.Var)
		i := slices.Index(params, v)
		return i >= 0 && i < len(call.Args) && r.endless(call.Args[i])
	})
}

// wraps reports whether lit holds round trippers, and all of them are endless.
func (r *Result) wraps(lit *ast.CompositeLit, endless func(ast.Expr) bool) bool {
	inner := 0
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		if isRoundTripper(r.pass.TypesInfo.TypeOf(elt)) {
			inner++
			if !endless(elt) {
				return false
			}
		}
	}
	return inner > 0
}
