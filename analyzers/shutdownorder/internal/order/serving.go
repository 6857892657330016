package order

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// InRequests reports whether the handlers of the server that stop shuts down may use what rel closes, with what
// is left open: they are made with it, or one object has both, and nothing in the package shows what the
// handlers are made with.
func (h *Holding) InRequests(stop, rel Step) (bool, []check.Doubt) {
	if h.All(rel.Subject)[stop.Subject] || h.Handles(stop.Subject, rel.Subject) {
		return true, nil
	}
	if !stop.Subject.IsField() || !rel.Subject.IsField() || stop.Root == nil || stop.Root != rel.Root || !h.passedIn(stop.Subject) {
		return false, nil
	}
	doubts := []check.Doubt{check.Doubting(verdict.HandedIn, stop.Subject.Pos())}
	if catalog.ForOperators(stop.Subject.Name()) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, stop.Subject.Pos()))
	}
	return true, doubts
}

// passedIn reports whether all that the package shows of a server are parameters, and constants: what its
// handlers use is not known here. The package may give a router routes.
func (h *Holding) passedIn(server *types.Var) bool {
	list := []*types.Var{server.Origin()}
	for i := 0; i < len(list); i++ {
		if h.mixed[list[i]] || isRouter(list[i].Type()) {
			return false
		}
		for from, to := range h.edges {
			if slices.Contains(to, list[i]) && !slices.Contains(list, from.Origin()) {
				list = append(list, from.Origin())
			}
		}
	}
	return true
}

// served notes that an assignment gives a server its handler.
func (h *Holding) served(lhs ast.Expr) {
	sel, ok := lhs.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Handler" {
		return
	}
	if v := h.variable(sel.X); v != nil && serves(v.Type()) {
		h.mixed[v.Origin()] = true
	}
}

// mixes reports whether a value is made of more than variables and constants, as a router is that the package
// fills. A literal of a server without a handler serves the routes that any package registers.
func (h *Holding) mixes(value ast.Expr) bool {
	if t := h.p.TypesInfo.TypeOf(value); t == nil || isBasic(t) {
		return false
	}
	switch value := ast.Unparen(value).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.BasicLit:
		return false
	case *ast.UnaryExpr:
		return h.mixes(value.X)
	case *ast.CompositeLit:
		handled := false
		for _, elt := range value.Elts {
			kv, keyed := elt.(*ast.KeyValueExpr)
			if !keyed || h.mixes(kv.Value) {
				return true
			}
			handled = handled || isHandler(h.p.TypesInfo.TypeOf(kv.Value))
		}
		return !handled
	}
	return true
}

func isBasic(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return basic
}
