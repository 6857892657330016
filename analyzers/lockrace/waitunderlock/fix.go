package waitunderlock

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/gap"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// fix releases the lock for the call, unless the section goes on with what it has read before it, or
// the call itself uses what the lock guards.
func fix(p *check.Pass, hold lockset.Hold, w *wait, mu string) *edit.Fix {
	stmt, path := source.Statement(p, w.expr.Pos())
	if hold.Callee != nil || stmt == nil || gap.Matters(p, stmt, path, mu) || needs(p, stmt, w.expr, mu) {
		return nil
	}
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
	default:
		return nil
	}
	unlock := mu + "." + source.UnlockName(hold.Read) + "()"
	e := p.Edit(w.expr.Pos())
	e.Before(stmt, unlock)
	list := astindex.Stmts(path[0])
	if i := slices.Index(list, stmt); i >= 0 && i+1 < len(list) && p.Source(list[i+1]) == unlock {
		e.DeleteLines(list[i+1])
		return e.Fix("Release "+mu+" before "+w.kind.noun, "other goroutines can acquire "+mu+" during "+w.kind.noun)
	}
	e.After(stmt, mu+"."+source.LockName(hold.Read)+"()")
	return e.Fix("Release "+mu+" for "+w.kind.noun, "other goroutines can acquire "+mu+" during "+w.kind.noun)
}

// needs reports whether the call may access what the lock mu guards: an argument is read from the object
// of the lock, or the call is a method of that object.
func needs(p *check.Pass, stmt ast.Stmt, wait ast.Expr, mu string) bool {
	i := strings.LastIndexByte(mu, '.')
	if i < 0 {
		return false
	}
	call, ok := wait.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, method := call.Fun.(*ast.SelectorExpr)
	return gap.Passes(p, stmt, mu[:i]) || method && p.Source(sel.X) == mu[:i]
}
