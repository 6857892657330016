package explicitorder

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// atOnce looks at what a function runs as soon as the end begins, concurrently with
// goroutines that still work: hooks of http.Server, interrupts of a run group, goroutines
// that wait for a context.
func (o *orderer) atOnce(st *order.Stepper, fn ast.Node, all []order.Step) {
	for _, s := range all {
		if s.Kind == order.Registers && s.Hook.AtOnce && s.Via == nil {
			o.hooked(s, all)
		}
	}
	for _, s := range astindex.Of(o.p.Pass).Starts {
		if s.In == fn && s.Lit != nil {
			o.watching(st, s, all)
		}
	}
}

// hooked reports a hook that closes what a server's handlers, or an actor of the
// same group, use.
func (o *orderer) hooked(s order.Step, all []order.Step) {
	t := &order.Timeline{P: o.p, Steps: s.Hook.Steps}
	for _, rel := range t.All(order.Closes) {
		rel.Stmt, rel.Entry = s.Stmt, s.Expr
		if o.shutBefore(t, rel, t.All(order.Stops)) || len(t.All(order.Waits)) > 0 {
			continue
		}
		if s.Hook.Actor == nil {
			if s.Subject != rel.Subject && s.Subject != nil && o.holding().All(rel.Subject)[s.Subject] {
				o.reportAtOnce(rel, fmt.Sprintf("runs when the shutdown of %s begins: requests in flight still use it", registryText(o.p, s)), nil, fixRegistered(o.p, s, rel, all))
			}
			continue
		}
		for _, other := range all {
			if other.Kind != order.Registers || other.Hook.Registry != s.Hook.Registry || other.Hook.Actor == nil {
				continue
			}
			if other.Expr.Pos() < s.Expr.Pos() && !onlySignals(o.p, other.Hook.Stop) {
				continue // it may wait for its actor
			}
			if use := o.usedBy(other.Hook.Actor, rel); use != nil {
				o.reportAtOnce(rel, fmt.Sprintf("runs when the first actor of %s returns: the actor added at %s still uses it (%s)",
					registryText(o.p, s), o.p.Where(other.Expr.Pos(), rel.Expr.Pos()), o.p.Where(use.Pos(), rel.Expr.Pos())), use, fixRegistered(o.p, s, rel, all))
				break
			}
		}
	}
}

// usedBy returns where a function value uses what rel closes.
func (o *orderer) usedBy(fun ast.Expr, rel order.Step) *ast.CallExpr {
	var body ast.Node
	if lit, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if decl := syntax.IndexDecl(o.p, callmatch.Func(o.p.TypesInfo, fun)); decl != nil && decl.Body != nil {
		body = decl.Body
	}
	if body == nil {
		return nil
	}
	return o.holding().Use(body, o.hold.All(rel.Subject), 3)
}

// watching reports a goroutine that waits for a context, or a signal, and then
// closes what another goroutine uses that is only joined at the end.
func (o *orderer) watching(st *order.Stepper, watcher astindex.Start, all []order.Step) {
	done := watches(o.p, watcher.Lit.Body)
	if done == nil {
		return
	}
	inner := own(o.p, st.Of(watcher.Lit))
	for _, rel := range inner.All(order.Closes) {
		if !order.Above(o.p, done, rel.Stmt) || leavesProcess(o.p, watcher.Lit.Body) || o.shutBefore(inner, rel, inner.All(order.Stops)) {
			continue
		}
		for _, wait := range all {
			if wait.Kind == order.Waits && wait.Fact == nil && wait.Via == nil && wait.Expr.Pos() > watcher.Node.Pos() && o.beside(watcher, inner, rel, wait) {
				return
			}
		}
	}
}

// beside reports a release for a goroutine that wait is for.
func (o *orderer) beside(watcher astindex.Start, inner *order.Timeline, rel, wait order.Step) bool {
	set := o.holding().All(rel.Subject)
	for _, s := range o.joined(wait) {
		use := o.hold.Use(order.StartBody(o.p, s), set, 3)
		if use == nil || s.Node == watcher.Node || s.In != watcher.In || o.waitedFor(inner, rel, inner.All(order.Waits), nil) {
			continue
		}
		at := rel.At().Pos()
		o.reportAtOnce(rel, fmt.Sprintf("runs when the shutdown begins: the goroutine started at %s still uses it (%s), and is waited for at %s",
			o.p.Where(s.Node.Pos(), at), o.p.Where(use.Pos(), at), o.p.Where(wait.Expr.Pos(), at)), use, order.FixDefer(o.p, rel, wait))
		return true
	}
	return false
}

func registryText(p *check.Pass, s order.Step) string {
	return p.Source(syntax.Selector(s.Expr.(*ast.CallExpr).Fun).X)
}

func (o *orderer) reportAtOnce(rel order.Step, why string, use *ast.CallExpr, fix *edit.Fix) {
	var trace []check.Hop
	if use != nil {
		trace = []check.Hop{{Pos: use.Pos(), Message: "used here"}}
	}
	t := &order.Timeline{P: o.p}
	o.p.Report(check.Finding{At: rel.At(), Message: t.Named(rel) + " " + why, Trace: trace, Fix: fix})
}
