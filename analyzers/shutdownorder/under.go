package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// underGoroutine reports a release that runs before the wait for a goroutine
// that uses what it closes.
func (o *orderer) underGoroutine(t *timeline, rel step, waiting []step) bool {
	for _, wait := range waiting {
		if !t.before(rel, wait) {
			continue
		}
		set := o.holding().all(rel.subject)
		if wait.fact != nil {
			if set[wait.subject] && usesType(wait, rel) && !o.waitedFor(t, rel, waiting, nil) {
				o.report(t, rel, wait, fmt.Sprintf("the goroutine it waits for still uses it (%s)", wait.fact.Where), nil, fixFor(t, rel, wait))
				return true
			}
			continue
		}
		if wait.subject.IsField() && wait.root != rel.root && !set[wait.root] {
			continue // of something else
		}
		if o.endedByClose(wait, set) {
			continue
		}
		for _, s := range o.joined(wait) {
			use := o.hold.use(startBody(o.p, s), set, 3)
			if use == nil || s.In == nil || !o.running(s, rel, wait) || o.waitedFor(t, rel, waiting, &s) || o.hold.hearsFrom(startBody(o.p, s), set) {
				continue
			}
			at := rel.at().Pos()
			o.report(t, rel, wait, fmt.Sprintf("the goroutine started at %s still uses it (%s)", o.p.Where(s.Node.Pos(), at), o.p.Where(use.Pos(), at)),
				[]check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: use.Pos(), Message: "used here"}}, fixFor(t, rel, wait))
			return true
		}
	}
	return false
}

// endedByClose reports whether one of the goroutines that the wait is for is ended
// by the close of what the set holds: without it, the wait would not return.
func (o *orderer) endedByClose(wait step, set map[*types.Var]bool) bool {
	return slices.ContainsFunc(o.joined(wait), func(s astindex.Start) bool { return o.hold.livesBy(startBody(o.p, s), set) })
}

// running reports whether a goroutine may run when rel does: it is not started by
// it, nor between it and the wait, nor by the call that waits.
func (o *orderer) running(s astindex.Start, rel, wait step) bool {
	if wait.via != nil && o.startedBy(wait.via, s, maxCalls) {
		return false
	}
	return !within(rel.stmt, s.Node.Pos()) && (s.Node.Pos() < rel.stmt.Pos() || s.Node.Pos() > wait.stmt.Pos())
}

// startedBy reports whether a call, or one that its function makes, starts the
// goroutine.
func (o *orderer) startedBy(call *ast.CallExpr, s astindex.Start, depth int) bool {
	decl := indexDecl(o.p, callmatch.Callee(o.p.TypesInfo, call))
	if decl == nil || decl.Body == nil || depth == 0 {
		return false
	}
	if within(decl, s.Node.Pos()) {
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

// waitedFor reports whether something that runs before rel waits for the
// goroutine, or for something of which it is not known what it is. Nil stands
// for any goroutine.
func (o *orderer) waitedFor(t *timeline, rel step, waiting []step, s *astindex.Start) bool {
	for _, w := range waiting {
		earlier := t.before(w, rel) || w.stmt == rel.stmt && w.entry == rel.entry && (w.via != nil || w.expr.Pos() < rel.expr.Pos())
		if !earlier || callmatch.IsSignals(w.subject.Type()) {
			continue
		}
		list := o.joined(w)
		if len(list) == 0 || s == nil {
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

// usesType reports whether one of the fields that the goroutines of another
// package's type use can hold what rel closes.
func usesType(wait, rel step) bool {
	for _, name := range wait.fact.Fields {
		obj, _, _ := types.LookupFieldOrMethod(wait.subject.Type(), true, wait.fn.Pkg(), name)
		if field, ok := obj.(*types.Var); ok && types.AssignableTo(rel.subject.Type(), field.Type()) {
			return true
		}
	}
	return false
}

// underServer reports a release that runs before the shutdown of a server that
// was made with what it closes.
func (o *orderer) underServer(t *timeline, rel step, stopping []step) {
	for _, stop := range stopping {
		if !t.before(rel, stop) || rel.subject == stop.subject || !o.holding().all(rel.subject)[stop.subject] {
			continue
		}
		if stop.subject.IsField() && stop.root != rel.root && !o.hold.all(rel.subject)[stop.root] || o.shutBefore(t, rel, stopping) {
			continue
		}
		o.report(t, rel, stop, "requests in flight still use it", nil, fixFor(t, rel, stop))
		return
	}
}

// shutBefore reports whether a server is shut down before rel.
func (o *orderer) shutBefore(t *timeline, rel step, stopping []step) bool {
	for _, s := range stopping {
		if t.before(s, rel) || s.stmt == rel.stmt && s.entry == rel.entry {
			return true
		}
	}
	return false
}

func (o *orderer) report(t *timeline, rel, wait step, reason string, trace []check.Hop, fix *edit.Fix) {
	o.reported[rel.at()] = true
	o.p.Report(check.Finding{
		At:      rel.at(),
		Message: fmt.Sprintf("%s %s: %s", t.named(rel), t.why(rel, wait), reason),
		Trace:   append(trace, check.Hop{Pos: wait.at().Pos(), Message: "waited for here, later"}),
		Fix:     fix,
	})
}
