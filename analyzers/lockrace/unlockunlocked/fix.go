package unlockunlocked

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// fixMode calls the release that goes with the acquisition.
func fixMode(p *check.Pass, u lockuse.Unheld, at *ast.CallExpr) *edit.Fix {
	sel, ok := ast.Unparen(at.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	e := p.Edit(at.Pos())
	e.Replace(sel.Sel.Pos(), sel.Sel.End(), source.UnlockName(!u.Op.Read))
	return e.Fix("Call "+source.UnlockName(!u.Op.Read)+", which goes with "+source.LockName(!u.Op.Read), "")
}

// fixAgain takes one release out: the second, where it never comes without the
// first, or the first, where it always leads to a second.
func fixAgain(p *check.Pass, u lockuse.Unheld, at, before *ast.CallExpr) *edit.Fix {
	drop, effect := before, "the lock is held longer, until the later release"
	switch {
	case u.Exit == nil && u.Only && at != before && u.Before.Block().Dominates(u.At.Block()):
		drop, effect = at, ""
	case !u.Always:
		return nil
	}
	stmt, path := source.Statement(p, drop.Pos())
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok || expr.X != drop {
		return nil
	}
	if nextLeaves(p.TypesInfo, path[0], stmt) {
		effect = ""
	}
	e := p.Edit(drop.Pos())
	e.DeleteLines(stmt)
	return e.Fix("Remove the extra unlock", effect)
}

// nextLeaves reports whether the statement after stmt in list is a return of plain values.
func nextLeaves(info *types.Info, list ast.Node, stmt ast.Stmt) bool {
	stmts := astindex.Stmts(list)
	i := slices.Index(stmts, stmt)
	if i+1 == len(stmts) {
		return false
	}
	ret, ok := stmts[i+1].(*ast.ReturnStmt)
	return ok && !slices.ContainsFunc(ret.Results, func(r ast.Expr) bool { return source.Mentions(info, r) })
}
