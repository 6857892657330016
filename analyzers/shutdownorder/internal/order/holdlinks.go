package order

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// literal lets the fields of a struct literal hold their values.
func (h *Holding) literal(lit *ast.CompositeLit) {
	t := h.p.TypesInfo.TypeOf(lit)
	if t == nil {
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				if field, ok := h.p.TypesInfo.ObjectOf(key).(*types.Var); ok {
					h.link(kv.Value, field)
					h.sets(kv.Value, field)
				}
			}
		} else if i < st.NumFields() {
			h.link(elt, st.Field(i))
		}
	}
}

// call lets the parameters of a function of the package hold the arguments.
func (h *Holding) call(call *ast.CallExpr) {
	fn := callmatch.Callee(h.p.TypesInfo, call)
	if fn == nil {
		return
	}
	h.routed(call, fn)
	if h.index.Decls[fn.Origin()] == nil {
		h.given(call, fn)
		return
	}
	params := fn.Origin().Signature().Params()
	for i, arg := range call.Args {
		if i < params.Len() {
			h.link(arg, params.At(i))
		}
	}
}

// given lets a value of another package's type hold the handlers and functions
// that one of its methods is given: mux.HandleFunc("/", s.get).
func (h *Holding) given(call *ast.CallExpr, fn *types.Func) {
	sel := syntax.Selector(call.Fun)
	if _, hook := catalog.Hooks[callmatch.Name(fn)]; hook || sel == nil || fn.Signature().Recv() == nil {
		return
	}
	for _, arg := range call.Args {
		t := h.p.TypesInfo.TypeOf(arg)
		if _, isFunc := t.Underlying().(*types.Signature); isFunc || isHandler(t) {
			to := h.variable(sel.X)
			h.link(arg, to)
			if to != nil && isFunc {
				h.funcs[to.Origin()] = append(h.funcs[to.Origin()], arg)
			}
		}
	}
}

// routed lets a router hold what registers its routes: api.Register(mux), routes.Add(mux, store). A
// server that is given its router serves it, and registers nothing.
func (h *Holding) routed(call *ast.CallExpr, fn *types.Func) {
	list := call.Args
	if sel := syntax.Selector(call.Fun); sel != nil && h.p.TypesInfo.Selections[sel] != nil {
		list = append([]ast.Expr{sel.X}, list...)
	}
	if recv := fn.Signature().Recv(); recv != nil && serves(recv.Type()) {
		return
	}
	for _, arg := range call.Args {
		router := h.variable(arg)
		if router == nil || !isRouter(router.Type()) {
			continue
		}
		for _, other := range list {
			if other != arg {
				h.link(other, router)
			}
		}
	}
}

// isRouter reports whether values of a type are given routes.
func isRouter(t types.Type) bool {
	return catalog.Routers[callmatch.TypeName(t)]
}

// serves reports whether values of a type are servers: they have a Shutdown.
func serves(t types.Type) bool {
	fn, _, _ := types.LookupFieldOrMethod(t, true, nil, "Shutdown")
	return fn != nil
}

// captured lets to hold the variables of others that a literal calls methods of, or passes
// on.
func (h *Holding) captured(lit *ast.FuncLit, to *types.Var) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		list := call.Args
		if sel := syntax.Selector(call.Fun); sel != nil {
			list = append([]ast.Expr{sel.X}, list...)
			h.run(callmatch.Callee(h.p.TypesInfo, call), to)
		}
		for _, expr := range list {
			if v := h.variable(expr); v != nil && !syntax.Within(lit, v.Pos()) {
				h.edge(v, to)
			}
		}
		return true
	})
}

// isHandler reports whether values of a type serve HTTP requests.
func isHandler(t types.Type) bool {
	fn, _, _ := types.LookupFieldOrMethod(t, true, nil, "ServeHTTP")
	return fn != nil
}
