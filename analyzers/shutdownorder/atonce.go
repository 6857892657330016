package shutdownorder

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// atOnce looks at what a function lets run as soon as the end begins, beside
// those who still work: hooks of http.Server, interrupts of a run group,
// goroutines that wait for a context.
func (o *orderer) atOnce(st *stepper, fn ast.Node, all []step) {
	for _, s := range all {
		if s.kind == registers && s.hook.atOnce && s.via == nil {
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
func (o *orderer) hooked(s step, all []step) {
	t := &timeline{p: o.p, steps: s.hook.steps}
	for _, rel := range t.all(closes) {
		rel.stmt, rel.entry = s.stmt, s.expr
		if o.shutBefore(t, rel, t.all(stops)) || len(t.all(waits)) > 0 {
			continue
		}
		if s.hook.actor == nil {
			if s.subject != rel.subject && s.subject != nil && o.holding().all(rel.subject)[s.subject] {
				o.reportAtOnce(rel, fmt.Sprintf("runs when the shutdown of %s begins: requests in flight still use it", registryText(o.p, s)), nil, fixRegistered(o.p, s, rel, all))
			}
			continue
		}
		for _, other := range all {
			if other.kind != registers || other.hook.registry != s.hook.registry || other.hook.actor == nil {
				continue
			}
			if other.expr.Pos() < s.expr.Pos() && !onlySignals(o.p, other.hook.stop) {
				continue // it may wait for its actor
			}
			if use := o.usedBy(other.hook.actor, rel); use != nil {
				o.reportAtOnce(rel, fmt.Sprintf("runs when the first actor of %s returns: the actor added at %s still uses it (%s)",
					registryText(o.p, s), o.p.Where(other.expr.Pos(), rel.expr.Pos()), o.p.Where(use.Pos(), rel.expr.Pos())), use, fixRegistered(o.p, s, rel, all))
				break
			}
		}
	}
}

// usedBy returns where a function value uses what rel closes.
func (o *orderer) usedBy(fun ast.Expr, rel step) *ast.CallExpr {
	var body ast.Node
	if lit, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if decl := indexDecl(o.p, callmatch.Func(o.p.TypesInfo, fun)); decl != nil && decl.Body != nil {
		body = decl.Body
	}
	if body == nil {
		return nil
	}
	return o.holding().use(body, o.hold.all(rel.subject), 3)
}

// watching reports a goroutine that waits for a context, or a signal, and then
// closes what another goroutine uses that is only joined at the end.
func (o *orderer) watching(st *stepper, watcher astindex.Start, all []step) {
	done := watches(o.p, watcher.Lit.Body)
	if done == nil {
		return
	}
	inner := own(o.p, st.of(watcher.Lit))
	for _, rel := range inner.all(closes) {
		if !above(o.p, done, rel.stmt) || leavesProcess(o.p, watcher.Lit.Body) || o.shutBefore(inner, rel, inner.all(stops)) {
			continue
		}
		for _, wait := range all {
			if wait.kind == waits && wait.fact == nil && wait.via == nil && wait.expr.Pos() > watcher.Node.Pos() && o.beside(watcher, inner, rel, wait) {
				return
			}
		}
	}
}

// beside reports a release for a goroutine that wait is for.
func (o *orderer) beside(watcher astindex.Start, inner *timeline, rel, wait step) bool {
	set := o.holding().all(rel.subject)
	for _, s := range o.joined(wait) {
		use := o.hold.use(startBody(o.p, s), set, 3)
		if use == nil || s.Node == watcher.Node || s.In != watcher.In || o.waitedFor(inner, rel, inner.all(waits), nil) {
			continue
		}
		at := rel.at().Pos()
		o.reportAtOnce(rel, fmt.Sprintf("runs when the shutdown begins: the goroutine started at %s still uses it (%s), and is waited for at %s",
			o.p.Where(s.Node.Pos(), at), o.p.Where(use.Pos(), at), o.p.Where(wait.expr.Pos(), at)), use, fixDefer(o.p, rel, wait))
		return true
	}
	return false
}

func registryText(p *check.Pass, s step) string {
	return p.Source(selector(s.expr.(*ast.CallExpr).Fun).X)
}

func (o *orderer) reportAtOnce(rel step, why string, use *ast.CallExpr, fix *edit.Fix) {
	var trace []check.Hop
	if use != nil {
		trace = []check.Hop{{Pos: use.Pos(), Message: "used here"}}
	}
	t := &timeline{p: o.p}
	o.p.Report(check.Finding{At: rel.at(), Message: t.named(rel) + " " + why, Trace: trace, Fix: fix})
}
