package shutdownorder

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixFor puts a release and what it should wait for into the right order.
func fixFor(t *timeline, rel, wait step) *edit.Fix {
	p := t.p
	what := text(p, rel)
	switch {
	case rel.stmt == nil || wait.stmt == nil || p.Fset.File(rel.stmt.Pos()) != p.Fset.File(wait.stmt.Pos()):
		return nil
	case t.hooks && !t.fields && rel.phase != wait.phase:
		return fixPhase(p, rel, wait)
	case rel.stmt == wait.stmt:
		return fixElements(t, rel, wait)
	case t.fields:
		return fixCarry(p, rel, wait)
	case !siblings(p, rel.stmt, wait.stmt):
		return nil
	}
	from, to := passageOf(p, rel.stmt), passageOf(p, wait.stmt)
	e := p.Edit(rel.stmt.Pos())
	verb := "Register"
	if rel.deferred != nil {
		verb = "Defer"
	}
	switch {
	case t.hooks && t.last && from != nil && to != nil && from.knownAt(p, wait.stmt.Pos()):
		from.moveBefore(e, to)
		return e.Fix(verb+" "+what+" before "+text(p, wait)+", so that it runs later", "")
	case t.hooks && t.last && to != nil:
		to.moveAfter(e, rel.stmt)
		return e.Fix(verb+" "+text(p, wait)+" after "+what+", so that it runs earlier", "")
	case t.hooks && t.last:
		return nil
	case from != nil && !leavesFunction(p, wait.stmt):
		last := ast.Stmt(wait.stmt)
		if to != nil {
			last = to.last
		}
		from.moveAfter(e, last)
		return e.Fix("Move "+what+" after "+text(p, wait), moreMoves(p, rel))
	}
	return fixDefer(p, rel, wait)
}

// moreMoves says what else moves with a call that leads to a release.
func moreMoves(p *check.Pass, rel step) string {
	if rel.via == nil || rel.entry != nil {
		return ""
	}
	return "whatever else " + p.Source(rel.via.Fun) + " does is done later, too"
}

// text names a step in a title.
func text(p *check.Pass, s step) string {
	if s.via != nil {
		return p.Source(s.via.Fun)
	}
	return callText(p, s)
}

// fixElements exchanges two elements of a list, or two arguments.
func fixElements(t *timeline, rel, wait step) *edit.Fix {
	if rel.entry == nil || wait.entry == nil {
		return nil
	}
	e := t.p.Edit(rel.entry.Pos())
	e.Replace(rel.entry.Pos(), rel.entry.End(), t.p.Source(wait.entry))
	e.Replace(wait.entry.Pos(), wait.entry.End(), t.p.Source(rel.entry))
	return e.Fix("Exchange "+text(t.p, rel)+" and "+text(t.p, wait), "")
}
