package ctxend

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// cancelsField reports whether fun is the field for the cancel function of the context, which
// is in another field of the same value: wherever the package sets the one, it sets the other
// to what the same call has returned.
//
//	n.ctx, n.cancel = context.WithCancel(ctx)
func (r *Region) cancelsField(fun ast.Expr) bool {
	info := r.P.TypesInfo
	ctx, cancel := callmatch.Field(info, r.Ctx), callmatch.Field(info, fun)
	if ctx == nil || cancel == nil || base(info, r.Ctx) != base(info, fun) {
		return false
	}
	pairs, ok := 0, true
	count := func(set, together bool) {
		if together {
			pairs++
		}
		ok = ok && set == together
	}
	for _, f := range r.P.Files {
		for _, decl := range f.Decls {
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					count(r.assigns(n, ctx, cancel))
				case *ast.CompositeLit:
					count(r.fills(decl, n, ctx, cancel))
				}
				return ok
			})
		}
	}
	return ok && pairs > 0
}

// base returns the path of what a field is selected from.
func base(info *types.Info, expr ast.Expr) string {
	return Path(info, ast.Unparen(expr).(*ast.SelectorExpr).X)
}

// assigns reports whether a statement sets the context's field, and whether it sets both
// fields to the results of one call.
func (r *Region) assigns(n *ast.AssignStmt, ctx, cancel *types.Var) (set, together bool) {
	var other bool
	for _, lhs := range n.Lhs {
		field := callmatch.Field(r.P.TypesInfo, lhs)
		set, other = set || field == ctx, other || field == cancel
	}
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	return set, set && other && len(n.Rhs) == 1 && ok && r.makesBoth(call)
}

// fills is assigns for the literal of a struct.
func (r *Region) fills(decl ast.Decl, lit *ast.CompositeLit, ctx, cancel *types.Var) (set, together bool) {
	in := &Region{P: r.P, Scope: decl}
	made := make(map[*types.Var]ast.Expr)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			if field, ok := r.P.TypesInfo.ObjectOf(key).(*types.Var); ok {
				made[field.Origin()] = in.Value(kv.Value)
			}
		}
	}
	value, set := made[ctx]
	call, ok := value.(*ast.CallExpr)
	return set, set && ok && made[cancel] == value && r.makesBoth(call)
}

// makesBoth reports whether a call returns a context and its cancel function.
func (r *Region) makesBoth(call *ast.CallExpr) bool {
	tuple, ok := r.P.TypesInfo.TypeOf(call).(*types.Tuple)
	return ok && tuple.Len() == 2 && catalog.ContextEnds[callmatch.CalleeName(r.P.TypesInfo, call)] != ""
}
