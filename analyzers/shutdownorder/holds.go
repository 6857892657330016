package shutdownorder

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A holding knows which variables, parameters and fields of a package may hold
// what another one holds, or something made of it.
type holding struct {
	p     *check.Pass
	index *astindex.Index
	edges map[*types.Var][]*types.Var
}

// newHolding follows assignments, literals, arguments of the package's own
// functions, and calls of constructors: x := pkg.New(db) holds db.
func newHolding(p *check.Pass) *holding {
	h := &holding{p, astindex.Of(p.Pass), make(map[*types.Var][]*types.Var)}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	nodes := []ast.Node{(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.GoStmt)(nil)}
	in.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if to := h.variable(lhs); to != nil && (len(n.Rhs) == len(n.Lhs) || i == 0) {
					h.link(n.Rhs[min(i, len(n.Rhs)-1)], to)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					h.link(n.Values[i], h.variable(name))
				}
			}
		case *ast.CompositeLit:
			h.literal(n)
		case *ast.CallExpr:
			h.call(n)
		}
	})
	return h
}

// variable returns the variable or field that expr names.
func (h *holding) variable(expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := h.p.TypesInfo.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return callmatch.Field(h.p.TypesInfo, expr)
	}
	return nil
}

func (h *holding) edge(from, to *types.Var) {
	if from != nil && to != nil && from != to {
		h.edges[from] = append(h.edges[from], to.Origin())
	}
}

// link records that to holds what value mentions as a whole: not the result of
// a method call, which is something else.
func (h *holding) link(value ast.Expr, to *types.Var) {
	if to == nil || isError(to.Type()) {
		return
	}
	if _, basic := to.Type().Underlying().(*types.Basic); basic {
		return
	}
	switch value := ast.Unparen(value).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		h.edge(h.variable(value), to)
	case *ast.UnaryExpr:
		h.link(value.X, to)
	case *ast.CompositeLit:
		for _, elt := range value.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			h.link(elt, to)
		}
	case *ast.CallExpr:
		if _, method := h.p.TypesInfo.Selections[selector(value.Fun)]; method {
			return
		}
		for _, arg := range value.Args {
			h.link(arg, to)
		}
	}
}

func selector(expr ast.Expr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(expr).(*ast.SelectorExpr)
	return sel
}

// literal lets the fields of a struct literal hold their values.
func (h *holding) literal(lit *ast.CompositeLit) {
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
				}
			}
		} else if i < st.NumFields() {
			h.link(elt, st.Field(i))
		}
	}
}

// call lets the parameters of a function of the package hold the arguments.
func (h *holding) call(call *ast.CallExpr) {
	fn := callmatch.Callee(h.p.TypesInfo, call)
	if fn == nil || h.index.Decls[fn.Origin()] == nil {
		return
	}
	params := fn.Origin().Signature().Params()
	for i, arg := range call.Args {
		if i < params.Len() {
			h.link(arg, params.At(i))
		}
	}
}

// all returns v and what may hold it.
func (h *holding) all(v *types.Var) map[*types.Var]bool {
	set := map[*types.Var]bool{v.Origin(): true}
	list := []*types.Var{v.Origin()}
	for i := 0; i < len(list); i++ {
		for _, to := range h.edges[list[i]] {
			if !set[to] {
				set[to] = true
				list = append(list, to)
			}
		}
	}
	return set
}
