package order

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// FixFor puts a release and what it should wait for into the right order.
func FixFor(t *Timeline, rel, wait Step) *edit.Fix {
	p := t.P
	what := text(p, rel)
	switch {
	case rel.Stmt == nil || wait.Stmt == nil || p.Fset.File(rel.Stmt.Pos()) != p.Fset.File(wait.Stmt.Pos()):
		return nil
	case t.Hooks && !t.fields && rel.Phase != wait.Phase:
		return fixPhase(p, rel, wait)
	case rel.Stmt == wait.Stmt:
		return fixElements(t, rel, wait)
	case t.fields:
		return fixCarry(p, rel, wait)
	case !siblings(p, rel.Stmt, wait.Stmt):
		return nil
	}
	from, to := passageOf(p, rel.Stmt), passageOf(p, wait.Stmt)
	e := p.Edit(rel.Stmt.Pos())
	verb := "Register"
	if rel.Deferred != nil {
		verb = "Defer"
	}
	switch {
	case t.Hooks && t.Last && from != nil && to != nil && from.knownAt(p, wait.Stmt.Pos()):
		from.moveBefore(e, to)
		return e.Fix(verb+" "+what+" before "+text(p, wait)+", so that it runs later", "")
	case t.Hooks && t.Last && to != nil:
		to.moveAfter(e, rel.Stmt)
		return e.Fix(verb+" "+text(p, wait)+" after "+what+", so that it runs earlier", "")
	case t.Hooks && t.Last:
		return nil
	case from != nil && !leavesFunction(p, wait.Stmt):
		last := ast.Stmt(wait.Stmt)
		if to != nil {
			last = to.last
		}
		from.moveAfter(e, last)
		return e.Fix("Move "+what+" after "+text(p, wait), moreMoves(p, rel))
	}
	return FixDefer(p, rel, wait)
}

// moreMoves says what else moves with a call that leads to a release.
func moreMoves(p *check.Pass, rel Step) string {
	if rel.Via == nil || rel.Entry != nil {
		return ""
	}
	return "whatever else " + p.Source(rel.Via.Fun) + " does is done later, too"
}

// text names a step in a title.
func text(p *check.Pass, s Step) string {
	if s.Via != nil {
		return p.Source(s.Via.Fun)
	}
	return callText(p, s)
}

// fixElements exchanges two elements of a list, or two arguments.
func fixElements(t *Timeline, rel, wait Step) *edit.Fix {
	first, second := rel.Entry, wait.Entry
	if first == nil && second == nil && arguments(t.P, rel, wait) {
		first, second = rel.At(), wait.At()
	}
	if first == nil || second == nil {
		return nil
	}
	e := t.P.Edit(first.Pos())
	e.Replace(first.Pos(), first.End(), t.P.Source(second))
	e.Replace(second.Pos(), second.End(), t.P.Source(first))
	return e.Fix("Exchange "+text(t.P, rel)+" and "+text(t.P, wait), "")
}

// arguments reports whether two steps are arguments of one call.
func arguments(p *check.Pass, a, b Step) bool {
	x, ok := syntax.CursorOf(p, a.At())
	y, found := syntax.CursorOf(p, b.At())
	if !ok || !found || x.Parent() != y.Parent() {
		return false
	}
	kind, _ := x.ParentEdge()
	return kind == edge.CallExpr_Args
}
