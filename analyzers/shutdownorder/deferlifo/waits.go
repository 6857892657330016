package deferlifo

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// waitsWithin reports whether the deferred literal of a release waits itself.
func waitsWithin(p *check.Pass, rel order.Step) bool {
	lit, ok := ast.Unparen(rel.Deferred.Call.Fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	st := order.NewStepper(p, order.Kinds(func(*types.Func) bool { return false }))
	return slices.ContainsFunc(st.Of(lit), func(s order.Step) bool { return s.Kind == order.Waits })
}

// waitedBetween reports whether the function waits for anything at all between the start of
// a goroutine and the end, so that it may have returned before the end.
func waitedBetween(p *check.Pass, s astindex.Start, rel order.Step, waits []order.Step) bool {
	for _, w := range waits {
		if w.Deferred == nil && w.Expr.Pos() > s.Node.Pos() && sharesStart(p, w, s) {
			return true
		}
	}
	return false
}

// sharesStart reports whether a wait is for the goroutine.
func sharesStart(p *check.Pass, w order.Step, s astindex.Start) bool {
	for _, other := range order.Joined(p, w) {
		if other.Node == s.Node {
			return true
		}
	}
	return false
}
