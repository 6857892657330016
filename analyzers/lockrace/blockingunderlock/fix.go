package blockingunderlock

import (
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/gap"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// fixBlocking waits after the release that follows, or releases the lock for the
// wait, if nothing of what it guards is touched in the rest of the section.
func fixBlocking(p *check.Pass, hold lockset.Hold, op ast.Node, mu string, local bool) *edit.Fix {
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
	if gap.Matters(p, stmt, path, mu) {
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
