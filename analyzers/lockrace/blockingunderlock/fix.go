package blockingunderlock

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// fixBlocking waits after the release that follows, or releases the lock for the
// wait, if nothing of what it guards is touched in the rest of the section.
func fixBlocking(p *check.Pass, hold lockstate.Hold, op ast.Node, mu string, local bool) *edit.Fix {
	stmt, path := source.Statement(p, op.Pos())
	if !local || hold.Callee != nil || stmt == nil || condVar(p, op) {
		return nil
	}
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.SendStmt:
	default:
		return nil
	}
	unlock := mu + "." + source.UnlockName(hold.Read) + "()"
	first, ok := firstRead(p, stmt, mu)
	if !ok {
		return nil
	}
	e := p.Edit(op.Pos())
	list := astindex.Stmts(path[0])
	if i := slices.Index(list, stmt); i >= 0 && i+1 < len(list) && p.Source(list[i+1]) == unlock {
		if first.define == "" {
			e.DeleteLines(stmt)
		} else {
			e.Replace(stmt.Pos(), stmt.End(), first.define)
		}
		e.After(list[i+1], first.stmt)
		return e.Fix("Wait after "+unlock, "")
	}
	if expects(p, stmt, path, mu) {
		return nil
	}
	if first.define != "" {
		e.Before(stmt, first.define, unlock)
		e.Replace(stmt.Pos(), stmt.End(), first.stmt)
	} else {
		e.Before(stmt, unlock)
	}
	e.After(stmt, mu+"."+source.LockName(hold.Read)+"()")
	return e.Fix("Release "+mu+" for the wait", "other goroutines can acquire "+mu+" during the wait")
}

// expects reports whether what follows stmt in its function uses fields of the object that
// the lock mu belongs to: another goroutine that takes the lock during the wait may have
// changed what was tested before. A lock that is no field may guard everything.
func expects(p *check.Pass, stmt ast.Stmt, path []ast.Node, mu string) bool {
	i := strings.LastIndexByte(mu, '.')
	if i < 0 {
		list := astindex.Stmts(path[0])
		return list[len(list)-1] != stmt
	}
	object := mu[:i]
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return relies(p, n, stmt, object, mu[i+1:])
		}
	}
	return true
}

// relies reports whether fn reads a field of the object after stmt, or writes one there and
// has read some before, which it may have tested.
func relies(p *check.Pass, fn ast.Node, stmt ast.Stmt, object, lock string) bool {
	written := make(map[ast.Node]bool)
	before, reads, writes := false, false, false
	ofObject := func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		return ok && p.Source(sel.X) == object && sel.Sel.Name != lock
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				written[lhs] = assign.Tok == token.ASSIGN
			}
		}
		switch {
		case n == nil || !ofObject(n):
		case n.End() <= stmt.Pos():
			before = before || !written[n]
		case n.Pos() >= stmt.End():
			reads, writes = reads || !written[n], writes || written[n]
		}
		return true
	})
	return reads || writes && before
}
