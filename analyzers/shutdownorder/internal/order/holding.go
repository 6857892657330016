package order

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Holding knows which variables, parameters and fields of a package may hold
// what another one holds, or something made of it.
type Holding struct {
	p     *check.Pass
	index *astindex.Index
	edges map[*types.Var][]*types.Var
	same  map[*types.Var][]*types.Var // the locals that a field is set to
	made  map[*types.Var][]ast.Expr   // the arguments that a variable is made of, if calls make these
	mixed map[*types.Var]bool         // what is set to more than variables and constants, which has parts of its own
	runs  []running
	funcs map[*types.Var][]ast.Expr // the functions that the methods of a variable are passed
}

// A running says that a variable holds a method of the package, or a literal that calls it.
type running struct {
	by *types.Var
	fn *types.Func
}

// NewHolding follows assignments, literals, arguments of the package's own
// functions, and calls of constructors: x := pkg.New(db) holds db.
func NewHolding(p *check.Pass) *Holding {
	h := &Holding{p: p, index: astindex.Of(p.Pass), edges: make(map[*types.Var][]*types.Var), same: make(map[*types.Var][]*types.Var), made: make(map[*types.Var][]ast.Expr), mixed: make(map[*types.Var]bool), funcs: make(map[*types.Var][]ast.Expr)}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	nodes := []ast.Node{(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.GoStmt)(nil)}
	in.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				h.served(lhs)
				if to := h.variable(lhs); to != nil && (len(n.Rhs) == len(n.Lhs) || i == 0) {
					h.link(n.Rhs[min(i, len(n.Rhs)-1)], to)
					h.sets(n.Rhs[min(i, len(n.Rhs)-1)], to)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					h.link(n.Values[i], h.variable(name))
					h.sets(n.Values[i], h.variable(name))
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
func (h *Holding) variable(expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := h.p.TypesInfo.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return callmatch.Field(h.p.TypesInfo, expr)
	}
	return nil
}

func (h *Holding) edge(from, to *types.Var) {
	if from != nil && to != nil && from != to {
		h.edges[from] = append(h.edges[from], to.Origin())
	}
}

// link records that to holds what value mentions as a whole: not the result of
// a method call, which is something else.
func (h *Holding) link(value ast.Expr, to *types.Var) {
	if to == nil || callmatch.IsError(to.Type()) {
		return
	}
	if _, basic := to.Type().Underlying().(*types.Basic); basic {
		return
	}
	switch value := ast.Unparen(value).(type) {
	case *ast.Ident:
		h.edge(h.variable(value), to)
	case *ast.SelectorExpr:
		if _, method := h.p.TypesInfo.ObjectOf(value.Sel).(*types.Func); method && h.p.TypesInfo.Selections[value] != nil {
			h.edge(h.variable(value.X), to) // a method value
			h.run(callmatch.Func(h.p.TypesInfo, value), to)
		}
		h.edge(h.variable(value), to)
	case *ast.FuncLit:
		h.captured(value, to)
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
		if sel := syntax.Selector(value.Fun); sel != nil && h.p.TypesInfo.Selections[sel] != nil {
			if isHandler(to.Type()) || isHandler(h.p.TypesInfo.TypeOf(value)) {
				h.edge(h.variable(sel.X), to) // handlers are made of what has the methods
			}
			return
		}
		for _, arg := range value.Args {
			if _, made := ast.Unparen(arg).(*ast.CallExpr); made {
				h.made[to.Origin()] = append(h.made[to.Origin()], arg)
			}
			h.link(arg, to)
		}
	}
}

// sets records that a field is set to a local, which others may be given as well:
//
//	return &App{store: store, server: api.New(store)}
func (h *Holding) sets(value ast.Expr, to *types.Var) {
	if to != nil && h.mixes(value) {
		h.mixed[to.Origin()] = true
	}
	if id, ok := ast.Unparen(value).(*ast.Ident); ok && to != nil && to.IsField() {
		if from := h.variable(id); from != nil && from.Parent() != h.p.Pkg.Scope() {
			h.same[to.Origin()] = append(h.same[to.Origin()], from)
		}
	}
}

// Holds reports whether to may hold what v holds, or was made with the same local that v is set to.
func (h *Holding) Holds(to, v *types.Var) bool {
	return h.All(v)[to.Origin()] || slices.ContainsFunc(h.same[v.Origin()], func(from *types.Var) bool {
		return slices.Contains(h.edges[from], to.Origin())
	})
}

// All returns v and what may hold it.
func (h *Holding) All(v *types.Var) map[*types.Var]bool {
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
