package waitgroup

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// EndsAlone reports whether goroutines return without anything that they wait for: they do
// one piece of work, and do not continue until something fails.
func EndsAlone(flow *ssaflow.Flow, bodies []*ssa.Function) bool {
	exits := flow.Exits(func(*ssaflow.Source) bool { return true })
	return !slices.ContainsFunc(bodies, func(fn *ssa.Function) bool {
		return !exits.Reachable(fn) || untilFails(fn) || slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
			callees, _ := flow.Callees(call)
			return slices.ContainsFunc(callees, untilFails)
		})
	})
}

// untilFails reports whether a function has a loop without a condition, as those that serve
// a connection have.
func untilFails(fn *ssa.Function) bool {
	found := false
	if fn.Syntax() == nil {
		return false
	}
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return ast.Node(n) == fn.Syntax()
		case *ast.ForStmt:
			found = found || n.Cond == nil
		}
		return !found
	})
	return found
}
