package order

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// UsesType reports whether one of the fields that the goroutines of another package's type use
// can hold what rel closes, or something made of it.
func (h *Holding) UsesType(wait, rel Step) bool {
	parts := h.parts(wait.Subject.Origin(), h.All(rel.Subject))
	if slices.Contains(wait.Fact.Types, types.TypeString(rel.Subject.Type(), nil)) {
		return true
	}
	for _, name := range wait.Fact.Fields {
		obj, _, _ := types.LookupFieldOrMethod(wait.Subject.Type(), true, wait.fn.Pkg(), name)
		field, ok := obj.(*types.Var)
		if ok && slices.ContainsFunc(parts, func(t types.Type) bool { return types.AssignableTo(t, field.Type()) || callback(t, field.Type()) }) {
			return true
		}
	}
	return false
}

// parts returns the types of what v may be made of: the variables of the set, and calls that
// are given one of these.
func (h *Holding) parts(v *types.Var, set map[*types.Var]bool) []types.Type {
	var list []types.Type
	for other := range set {
		if other != v {
			list = append(list, other.Type())
		}
	}
	for _, arg := range append(slices.Clone(h.made[v]), h.funcs[v]...) {
		ast.Inspect(arg, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && set[origin(h.variable(id))] {
				list = append(list, h.p.TypesInfo.TypeOf(arg))
				return false
			}
			return true
		})
	}
	return list
}

// callback reports whether a field has functions of a type in a list or map.
func callback(t, field types.Type) bool {
	if _, isFunc := t.Underlying().(*types.Signature); !isFunc {
		return false
	}
	switch field := field.Underlying().(type) {
	case *types.Slice:
		return types.AssignableTo(t, field.Elem())
	case *types.Map:
		return types.AssignableTo(t, field.Elem())
	}
	return false
}

// Use returns a call in body, or in a function of the package that it calls, that uses one
// of the variables: calls a method of it, or is passed it.
func (h *Holding) Use(body ast.Node, set map[*types.Var]bool, depth int) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		sel := syntax.Selector(call.Fun)
		if sel != nil && h.p.TypesInfo.Selections[sel] != nil && callmatch.Func(h.p.TypesInfo, sel) != nil && set[origin(h.variable(sel.X))] {
			found = call
			return false
		}
		fn := callmatch.Callee(h.p.TypesInfo, call)
		if fn == nil {
			return true
		}
		if decl := h.index.Decls[fn.Origin()]; decl != nil {
			if depth > 0 && decl.Body != nil {
				found = h.Use(decl.Body, set, depth-1)
			}
			return true
		}
		for _, arg := range call.Args {
			if v := h.variable(arg); v != nil && set[v.Origin()] {
				found = call
			}
		}
		return true
	})
	return found
}

// run records that to holds a method of the package.
func (h *Holding) run(fn *types.Func, to *types.Var) {
	if fn != nil && h.index.Decls[fn.Origin()] != nil {
		h.runs = append(h.runs, running{to.Origin(), fn.Origin()})
	}
}

// Handles reports whether one of the methods that server is given as handlers uses a field,
// the way [Holding.Use] says.
func (h *Holding) Handles(server, field *types.Var) bool {
	if !field.IsField() {
		return false
	}
	set := map[*types.Var]bool{field.Origin(): true}
	return slices.ContainsFunc(h.runs, func(r running) bool {
		return h.All(r.by)[server.Origin()] && h.Use(h.index.Decls[r.fn], set, 2) != nil
	})
}

// HearsFrom reports whether body receives from a channel that one of the variables
// has as a field, such as the events of a watcher: to close it is what ends the
// wait.
func (h *Holding) HearsFrom(body ast.Node, set map[*types.Var]bool) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		var from ast.Expr
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				from = n.X
			}
		case *ast.RangeStmt:
			from = n.X
		}
		if sel, ok := from.(*ast.SelectorExpr); ok && set[origin(h.variable(sel.X))] {
			_, isChan := h.p.TypesInfo.TypeOf(sel).Underlying().(*types.Chan)
			found = found || isChan
		}
		return !found
	})
	return found
}

// LivesBy reports whether body loops until a call on one of the variables fails, such
// as the next element of a queue: an endless loop that waits for nothing else.
func (h *Holding) LivesBy(body ast.Node, set map[*types.Var]bool) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if loop, ok := n.(*ast.ForStmt); ok && loop.Cond == nil {
			found = found || !h.receives(loop.Body) && h.Use(loop.Body, set, 0) != nil
		}
		return !found
	})
	return found
}

// receives reports whether a loop's body has another signal of its end: a receive, a
// select, the error of a context.
func (h *Holding) receives(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || callmatch.CalleeName(h.p.TypesInfo, n) == "(context.Context).Err"
		}
		return !found
	})
	return found
}

func origin(v *types.Var) *types.Var {
	if v == nil {
		return nil
	}
	return v.Origin()
}
