package poolops

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// passed returns what a pool of a function is in one that calls it.
func (r *reader) passed(call *ast.CallExpr, fn *types.Func, on Pool) (Pool, bool) {
	sig := fn.Signature()
	if on.Root.Parent() == r.p.Pkg.Scope() {
		return on, true
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sig.Recv() == on.Root {
		root, path := callmatch.Path(r.p.TypesInfo, sel.X)
		return Pool{root, path + on.Path, on.Type}, root != nil
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i) != on.Root || i >= len(call.Args) {
			continue
		}
		root, path := callmatch.Path(r.p.TypesInfo, call.Args[i])
		kind := on.Type
		if on.Path == "" {
			kind = poolType(r.p.TypesInfo.TypeOf(call.Args[i]))
		}
		return Pool{root, path + on.Path, kind}, root != nil && kind != "" || root != nil && types.IsInterface(r.p.TypesInfo.TypeOf(call.Args[i]))
	}
	return Pool{}, false
}

// poolType returns which of the pools of the catalog a type is, or embeds.
func poolType(t types.Type) string {
	if t == nil {
		return ""
	}
	if name := callmatch.TypeName(callmatch.Deref(t)); known(name) {
		return name
	}
	st, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for field := range st.Fields() {
		if name := callmatch.TypeName(callmatch.Deref(field.Type())); field.Embedded() && known(name) {
			return name
		}
	}
	return ""
}

func known(name string) bool {
	_, ok := catalog.TxPools[name]
	return ok
}
