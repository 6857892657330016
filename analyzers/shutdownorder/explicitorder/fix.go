package explicitorder

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixRegistered takes a release out of a hook that runs too early, and defers it in the
// function that registers the hook, before the call that waits for its users: the shutdown
// of the server, the group's Run.
func fixRegistered(p *check.Pass, hook, rel order.Step, all []order.Step) *edit.Fix {
	var end order.Step
	for _, s := range all {
		ends := s.Kind == order.Stops && hook.Hook.Actor == nil || s.Kind == order.Waits && hook.Hook.Actor != nil
		if ends && s.Subject == hook.Subject && s.Via == nil && s.Deferred == nil && order.Above(p, hook.Stmt, s.Stmt) {
			end = s
		}
	}
	call, ok := rel.Expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	cur, found := syntax.CursorOf(p, call)
	if !found || end.Stmt == nil || rel.Via != nil {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok || !order.PlainCall(p, stmt.Node().(ast.Stmt), call) {
		return nil
	}
	rel.Stmt = stmt.Node().(ast.Stmt)
	return order.FixDefer(p, rel, end)
}
