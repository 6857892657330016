// Package order determines in which order the steps of a shutdown run, such as the
// statements of a function and the hooks of a registry, and what each of them uses.
package order

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPhase puts a hook into the phase of the one that must run before it, if it
// is registered earlier: within a phase the last one registered runs first.
func fixPhase(p *check.Pass, rel, wait Step) *edit.Fix {
	late, known := wait.Entry.(*ast.CallExpr)
	early, ok := rel.Entry.(*ast.CallExpr)
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

// FixDefer lets the function that waits close at its end:
//
//	db.Close()
//	return g.Wait()  →  defer db.Close()
//
// The call must be a statement of its own, and what it mentions known where the
// function waits.
func FixDefer(p *check.Pass, rel, wait Step) *edit.Fix {
	from := passageOf(p, rel.Stmt)
	call, ok := rel.At().(*ast.CallExpr)
	if from == nil || !ok || !PlainCall(p, rel.Stmt, call) || wait.Deferred != nil || len(call.Args) > 0 || !from.knownAt(p, wait.Stmt.Pos()) {
		return nil
	}
	e := p.Edit(rel.Stmt.Pos())
	if siblings(p, rel.Stmt, wait.Stmt) {
		e.Replace(rel.Stmt.Pos(), rel.Stmt.End(), "defer "+p.Source(call))
	} else {
		e.DeleteLines(check.Span(from.start, from.end))
		e.Before(wait.Stmt, "defer "+p.Source(call))
	}
	return e.Fix("Defer "+p.Source(call)+" at the end, after "+text(p, wait), "")
}

// PlainCall reports whether stmt is a call and nothing else, but for results
// that are dropped.
func PlainCall(p *check.Pass, stmt ast.Stmt, call *ast.CallExpr) bool {
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

// fixCarry moves a release from one function into another, after what that waits for. What
// is closed must be a package's.
func fixCarry(p *check.Pass, rel, wait Step) *edit.Fix {
	from := passageOf(p, rel.Stmt)
	call, ok := rel.Expr.(*ast.CallExpr)
	if from == nil || !ok || rel.Via != nil || wait.Via != nil || !PlainCall(p, rel.Stmt, call) || rel.Root == nil || rel.Root.Parent() != p.Pkg.Scope() {
		return nil
	}
	e := p.Edit(rel.Stmt.Pos())
	from.moveAfter(e, wait.Stmt)
	return e.Fix("Move "+p.Source(call)+" after "+text(p, wait), "")
}
