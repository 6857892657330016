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
	case rel.stmt == wait.stmt:
		return fixElements(t, rel, wait)
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
		return e.Fix(verb+" "+text(p, wait)+" behind "+what+", so that it runs earlier", "")
	case t.hooks && t.last:
		return nil
	case from != nil && !leavesFunction(p, wait.stmt):
		last := ast.Stmt(wait.stmt)
		if to != nil {
			last = to.last
		}
		from.moveAfter(e, last)
		return e.Fix("Move "+what+" behind "+text(p, wait), moreMoves(p, rel))
	}
	return fixDefer(p, rel, wait)
}

// moreMoves says what else moves with a call that leads to a release.
func moreMoves(p *check.Pass, rel step) string {
	if rel.via == nil || rel.entry != nil {
		return ""
	}
	return "whatever else " + p.Source(rel.via.Fun) + " does comes later, too"
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

// fixDefer lets the function that waits close at its end:
//
//	db.Close()
//	return g.Wait()  →  defer db.Close()
//
// The call must be a statement of its own, and what it mentions known where the
// function waits.
func fixDefer(p *check.Pass, rel, wait step) *edit.Fix {
	from := passageOf(p, rel.stmt)
	call, ok := rel.at().(*ast.CallExpr)
	if from == nil || !ok || !plainCall(p, rel.stmt, call) || wait.deferred != nil || len(call.Args) > 0 || !from.knownAt(p, wait.stmt.Pos()) {
		return nil
	}
	e := p.Edit(rel.stmt.Pos())
	if siblings(p, rel.stmt, wait.stmt) {
		e.Replace(rel.stmt.Pos(), rel.stmt.End(), "defer "+p.Source(call))
	} else {
		e.DeleteLines(check.Span(from.start, from.end))
		e.Before(wait.stmt, "defer "+p.Source(call))
	}
	return e.Fix("Defer "+p.Source(call)+" to the end, behind "+text(p, wait), "")
}

// plainCall reports whether stmt is a call and nothing else, but for results
// that are dropped.
func plainCall(p *check.Pass, stmt ast.Stmt, call *ast.CallExpr) bool {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		return ast.Unparen(stmt.X) == call
	case *ast.AssignStmt:
		for _, lhs := range stmt.Lhs {
			if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" {
				return false
			}
		}
		return len(stmt.Rhs) == 1 && ast.Unparen(stmt.Rhs[0]) == call
	}
	return false
}

// fixRegistered takes a release out of a hook that runs too early, and defers it
// in the function that registers the hook, in front of the call that waits for
// those who use it: the shutdown of the server, the group's Run.
func fixRegistered(p *check.Pass, hook, rel step, all []step) *edit.Fix {
	var end step
	for _, s := range all {
		ends := s.kind == stops && hook.hook.actor == nil || s.kind == waits && hook.hook.actor != nil
		if ends && s.subject == hook.subject && s.via == nil && s.deferred == nil && above(p, hook.stmt, s.stmt) {
			end = s
		}
	}
	call, ok := rel.expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	cur, found := cursorOf(p, call)
	if !found || end.stmt == nil || rel.via != nil {
		return nil
	}
	stmt, ok := statement(cur)
	if !ok || !plainCall(p, stmt.Node().(ast.Stmt), call) {
		return nil
	}
	rel.stmt = stmt.Node().(ast.Stmt)
	return fixDefer(p, rel, end)
}
