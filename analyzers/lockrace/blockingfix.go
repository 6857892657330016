package lockrace

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// fixBlocking waits after the release that follows, or releases the lock for the
// wait, if nothing of what it guards is touched in the rest of the section.
func fixBlocking(p *check.Pass, hold lockstate.Hold, op ast.Node, mu string, local bool) *edit.Fix {
	stmt, path := statement(p, op.Pos())
	if !local || hold.Callee != nil || stmt == nil || condVar(p, op) {
		return nil
	}
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.SendStmt:
	default:
		return nil
	}
	unlock := mu + "." + unlockName(hold.Read) + "()"
	e := p.Edit(op.Pos())
	list := listOf(path[0])
	if i := slices.Index(list, stmt); i >= 0 && i+1 < len(list) && p.Source(list[i+1]) == unlock {
		e.DeleteLines(stmt)
		e.After(list[i+1], p.Source(stmt))
		return e.Fix("Wait after "+unlock, "")
	}
	if expects(p, stmt, path, mu) {
		return nil
	}
	e.Before(stmt, unlock)
	e.After(stmt, mu+"."+lockName(hold.Read)+"()")
	return e.Fix("Release "+mu+" for the wait", "others can take "+mu+" during the wait")
}

// expects reports whether what follows stmt in its function uses fields of the
// object that the lock mu belongs to: who takes the lock during the wait may have
// changed what was tested before. Of a lock that is no field, all may be guarded.
func expects(p *check.Pass, stmt ast.Stmt, path []ast.Node, mu string) bool {
	i := strings.LastIndexByte(mu, '.')
	if i < 0 {
		list := listOf(path[0])
		return list[len(list)-1] != stmt
	}
	found := false
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			ast.Inspect(n, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				found = found || ok && sel.Pos() > stmt.End() && p.Source(sel.X) == mu[:i] && sel.Sel.Name != mu[i+1:]
				return !found
			})
			return found
		}
	}
	return true
}
