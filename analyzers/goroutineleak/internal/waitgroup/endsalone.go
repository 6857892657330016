package waitgroup

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// EndsAlone reports whether goroutines return without anything that they wait for: they do
// one piece of work, and do not continue until something fails.
func EndsAlone(flow *ssaflow.Flow, bodies []*ssa.Function) bool {
	exits := flow.Exits(func(s *ssaflow.Source) bool { return !countsSlots(s.Channel) })
	return !slices.ContainsFunc(bodies, func(fn *ssa.Function) bool {
		return !exits.Reachable(fn) || untilFails(fn) || slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
			callees, _ := flow.Callees(call)
			return slices.ContainsFunc(callees, untilFails)
		})
	})
}

// countsSlots reports whether a channel is a semaphore: it is buffered, carries no values, and is never
// closed. Who has a slot receives to give it back, and does not wait for that.
func countsSlots(c *ssaflow.Class) bool {
	if c == nil || c.Foreign || len(c.Makes) == 0 || len(c.Sends) == 0 || len(c.Closes)+len(c.Ranges) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.Makes, func(v ssa.Value) bool {
		made, ok := v.(*ssa.MakeChan)
		if !ok {
			return true
		}
		size, constant := made.Size.(*ssa.Const)
		elem, isStruct := made.Type().Underlying().(*types.Chan).Elem().Underlying().(*types.Struct)
		return constant && size.Int64() == 0 || !isStruct || elem.NumFields() > 0
	})
}

// untilFails reports whether a function has a loop without a condition, as those that serve
// a connection have, or one that looks for a signal in each pass.
//
//	for running {
//		select {
//		case <-ctx.Done():
//			running = false
//		case <-time.After(interval):
//			…
func untilFails(fn *ssa.Function) bool {
	if fn.Syntax() == nil {
		return false
	}
	found := false
	inspectHere(fn.Syntax(), func(n ast.Node) {
		if loop, ok := n.(*ast.ForStmt); ok {
			found = found || loop.Cond == nil || awaitsSignal(loop.Body)
		}
	})
	return found
}

// awaitsSignal reports whether a case of a select in the body receives what it has no use for.
func awaitsSignal(body *ast.BlockStmt) bool {
	found, selects := false, false
	inspectHere(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SelectStmt:
			selects = len(n.Body.List) > 1
		case *ast.CommClause:
			expr, ok := n.Comm.(*ast.ExprStmt)
			found = found || ok && selects && !isTimer(expr.X)
		}
	})
	return found
}

// isTimer reports whether a receive is one from time.After or the channel C of a timer.
func isTimer(recv ast.Expr) bool {
	unary, ok := ast.Unparen(recv).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	x := ast.Unparen(unary.X)
	if call, ok := x.(*ast.CallExpr); ok {
		x = call.Fun
	}
	sel, ok := x.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "After" || sel.Sel.Name == "C")
}

// inspectHere calls f for the nodes below root, without those of function literals in it.
func inspectHere(root ast.Node, f func(ast.Node)) {
	ast.Inspect(root, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && ast.Node(lit) != root {
			return false
		}
		if n != nil {
			f(n)
		}
		return true
	})
}
