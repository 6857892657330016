package shutdownorder

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPhase puts a hook into the phase of the one that must run before it, if it
// is registered earlier: within a phase the last one registered runs first.
func fixPhase(p *check.Pass, rel, wait step) *edit.Fix {
	late, known := wait.entry.(*ast.CallExpr)
	early, ok := rel.entry.(*ast.CallExpr)
	if !ok || !known || early.Pos() > late.Pos() || phaseOption(p, late) == nil {
		return nil
	}
	e := p.Edit(early.Pos())
	option := p.Source(phaseOption(p, late))
	if old := phaseOption(p, early); old != nil {
		e.Replace(old.Pos(), old.End(), option)
	} else {
		e.Insert(early.Args[len(early.Args)-1].End(), ", "+option)
	}
	return e.Fix("Run "+text(p, rel)+" in the phase of "+text(p, wait), "")
}

// phaseOption returns the argument that puts a hook into a phase.
func phaseOption(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if opt, ok := ast.Unparen(arg).(*ast.CallExpr); ok && catalog.Phases[callmatch.CalleeName(p.TypesInfo, opt)] {
			return arg
		}
	}
	return nil
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
	return e.Fix("Defer "+p.Source(call)+" at the end, after "+text(p, wait), "")
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

// fixCarry moves a release from one function into another, behind what that
// waits for. What is closed must be a package's.
func fixCarry(p *check.Pass, rel, wait step) *edit.Fix {
	from := passageOf(p, rel.stmt)
	call, ok := rel.expr.(*ast.CallExpr)
	if from == nil || !ok || rel.via != nil || wait.via != nil || !plainCall(p, rel.stmt, call) || rel.root == nil || rel.root.Parent() != p.Pkg.Scope() {
		return nil
	}
	e := p.Edit(rel.stmt.Pos())
	from.moveAfter(e, wait.stmt)
	return e.Fix("Move "+p.Source(call)+" after "+text(p, wait), "")
}
