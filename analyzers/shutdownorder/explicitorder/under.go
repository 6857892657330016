package explicitorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// underGoroutine reports a release that runs before the wait for a goroutine
// that uses what it closes.
func (o *orderer) underGoroutine(t *order.Timeline, rel order.Step, waiting []order.Step) bool {
	for _, wait := range waiting {
		if !t.Before(rel, wait) {
			continue
		}
		set := o.holding().All(rel.Subject)
		if wait.Fact != nil {
			if o.hold.Holds(wait.Subject, rel.Subject) && o.hold.UsesType(wait, rel) && !o.waitedBefore(t, rel, wait, waiting) {
				o.report(t, rel, wait, wait.Users(), nil, order.FixFor(t, rel, wait))
				return true
			}
			continue
		}
		if wait.Subject.IsField() && wait.Root != rel.Root && !set[wait.Root] {
			continue // of something else
		}
		if o.endedByClose(wait, set) {
			continue
		}
		for _, s := range o.joined(wait) {
			use := o.hold.Use(order.StartBody(o.p, s), set, 3)
			if use == nil || s.In == nil || !o.running(s, rel, wait) || o.waitedFor(t, rel, waiting, &s) || o.hold.HearsFrom(order.StartBody(o.p, s), set) {
				continue
			}
			at := rel.At().Pos()
			o.report(t, rel, wait, fmt.Sprintf("the goroutine started at %s still uses it (%s)", o.p.Where(s.Node.Pos(), at), o.p.Where(use.Pos(), at)),
				[]check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: use.Pos(), Message: "used here"}}, order.FixFor(t, rel, wait))
			return true
		}
	}
	return false
}

// endedByClose reports whether one of the goroutines that the wait is for is ended
// by the close of what the set holds: without it, the wait would not return.
func (o *orderer) endedByClose(wait order.Step, set map[*types.Var]bool) bool {
	return slices.ContainsFunc(o.joined(wait), func(s astindex.Start) bool { return o.hold.LivesBy(order.StartBody(o.p, s), set) })
}

// running reports whether a goroutine may run when rel does: it is not started by
// it, nor between it and the wait, nor by the call that waits.
func (o *orderer) running(s astindex.Start, rel, wait order.Step) bool {
	if wait.Via != nil && o.startedBy(wait.Via, s, order.MaxCalls) {
		return false
	}
	return !syntax.Within(rel.Stmt, s.Node.Pos()) && (s.Node.Pos() < rel.Stmt.Pos() || s.Node.Pos() > wait.Stmt.Pos())
}

// startedBy reports whether a call, or one that its function makes, starts the
// goroutine.
func (o *orderer) startedBy(call *ast.CallExpr, s astindex.Start, depth int) bool {
	decl := syntax.IndexDecl(o.p, callmatch.Callee(o.p.TypesInfo, call))
	if decl == nil || decl.Body == nil || depth == 0 {
		return false
	}
	if syntax.Within(decl, s.Node.Pos()) {
		return true
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if inner, ok := n.(*ast.CallExpr); ok && !found {
			found = o.startedBy(inner, s, depth-1)
		}
		return !found
	})
	return found
}

// waitedFor reports whether something that runs before rel waits for the goroutine, or for
// something of which it is not known what it is.
func (o *orderer) waitedFor(t *order.Timeline, rel order.Step, waiting []order.Step, s *astindex.Start) bool {
	for _, w := range earlier(t, rel, waiting) {
		list := o.joined(w)
		if len(list) == 0 {
			return true
		}
		for _, other := range list {
			if other.Node == s.Node {
				return true
			}
		}
	}
	return false
}

// waitedBefore reports whether something that runs before rel may wait for the goroutines of
// another package's value that wait is for: the value's own method, what holds the value or
// is held by it, a goroutine that waits for it, or something of which it is not known what it
// is.
func (o *orderer) waitedBefore(t *order.Timeline, rel, wait order.Step, waiting []order.Step) bool {
	for _, w := range earlier(t, rel, waiting) {
		if w.Subject == wait.Subject || o.hold.All(w.Subject)[wait.Subject] || w.Fact != nil && o.hold.All(wait.Subject)[w.Subject] {
			return true
		}
		if w.Fact != nil {
			continue
		}
		list := o.joined(w)
		if len(list) == 0 || slices.ContainsFunc(list, func(s astindex.Start) bool { return order.Joins(o.p, s, wait) }) {
			return true
		}
	}
	return false
}

// earlier returns the waits that run before rel, those for a signal apart.
func earlier(t *order.Timeline, rel order.Step, waiting []order.Step) []order.Step {
	return slices.DeleteFunc(slices.Clone(waiting), func(w order.Step) bool {
		before := t.Before(w, rel) || w.Stmt == rel.Stmt && w.Entry == rel.Entry && (w.Via != nil || w.Expr.Pos() < rel.Expr.Pos())
		return !before || callmatch.IsSignals(w.Subject.Type())
	})
}

// underServer reports a release that runs before the shutdown of a server that
// was made with what it closes.
func (o *orderer) underServer(t *order.Timeline, rel order.Step, stopping []order.Step) {
	for _, stop := range stopping {
		if !t.Before(rel, stop) || rel.Subject == stop.Subject {
			continue
		}
		uses, doubts := o.holding().InRequests(stop, rel)
		if !uses {
			continue
		}
		if stop.Subject.IsField() && stop.Root != rel.Root && !o.hold.All(rel.Subject)[stop.Root] || o.shutBefore(t, rel, stopping) {
			continue
		}
		reason := "requests in flight still use it"
		if len(doubts) > 0 {
			reason = "requests in flight may still use it"
		}
		o.report(t, rel, stop, reason, nil, order.FixFor(t, rel, stop), doubts...)
		return
	}
}

// shutBefore reports whether a server is shut down before rel.
func (o *orderer) shutBefore(t *order.Timeline, rel order.Step, stopping []order.Step) bool {
	for _, s := range stopping {
		if t.Before(s, rel) || s.Stmt == rel.Stmt && s.Entry == rel.Entry && !t.Before(rel, s) {
			return true
		}
	}
	return false
}

func (o *orderer) report(t *order.Timeline, rel, wait order.Step, reason string, trace []check.Hop, fix *edit.Fix, doubts ...check.Doubt) {
	o.reported[rel.At()] = true
	o.p.Report(check.Finding{
		At:      rel.At(),
		Message: fmt.Sprintf("%s %s: %s", t.Named(rel), t.Why(rel, wait), reason),
		Trace:   append(trace, check.Hop{Pos: wait.At().Pos(), Message: "waited for here, later"}),
		Doubts:  doubts,
		Fix:     fix,
	})
}
