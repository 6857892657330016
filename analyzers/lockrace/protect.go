package lockrace

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A mutex is a lock as the fix writes it.
type mutex struct {
	text  string     // "s.mu"
	owner string     // "s", if that has the methods of the lock that it embeds
	typ   types.Type // of the expression
	read  bool       // for reading is enough
	write bool       // what it is taken for writes
}

func (m mutex) lock() string   { return cmp.Or(m.owner, m.text) + "." + lockName(m.read) + "()" }
func (m mutex) unlock() string { return cmp.Or(m.owner, m.text) + "." + unlockName(m.read) + "()" }

// locker returns the expression of a sync.Locker for the lock.
func (m mutex) locker() string {
	text := m.text
	if _, ok := types.Unalias(m.typ).Underlying().(*types.Pointer); !ok {
		text = "&" + text
	}
	if m.read {
		return m.text + ".RLocker()"
	}
	return text
}

// protect puts the lock around the statement at pos. It returns nil where that
// needs more than the statement: something in it may take the lock itself, or the
// rest of the function needs a value that must be read, or used, under the lock.
// Where the access is alone, only what is read is read under it, if the statement
// may take long.
func protect(p *check.Pass, pos token.Pos, m mutex, alone bool) *edit.Fix {
	stmt, around := statement(p, pos)
	if stmt == nil {
		return nil
	}
	if test := testOf(p, around, pos); test != nil && m.write && !p.Stdlib() {
		return withLock(p, p.Edit(pos), test, m)
	}
	if alone && !m.write && (releaseBefore(p, stmt, m) != nil || firstEvaluated(stmt) != stmt || !shortWork(p, stmt) || calls(p, stmt)) {
		if fix := hoist(p, stmt, pos, m); fix != nil {
			return fix
		}
	}
	taken := mapTaken(p, pos)
	ret, returned := stmt.(*ast.ReturnStmt)
	switch {
	case calls(p, stmt), taken != nil && !returned, elementTaken(p, pos):
		return nil
	case taken != nil:
		return returnCopy(p, ret, taken, m)
	}
	e := p.Edit(pos)
	lock, unlock := m.lock(), m.unlock()
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		e.Before(stmt, lock, "defer "+unlock)
		return e.Fix("Acquire "+m.text+" for the return", "")
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE || p.Stdlib() || !m.write {
			break
		}
		return withLock(p, e, stmt, m)
	case *ast.IncDecStmt, *ast.ExprStmt:
		if p.Stdlib() || !m.write {
			break
		}
		return withLock(p, e, stmt, m)
	default:
		return nil
	}
	if fix := moveBefore(p, e, stmt, m); fix != nil {
		return fix
	}
	e.Before(stmt, lock)
	e.After(stmt, unlock)
	return e.Fix("Acquire "+m.text+" for the statement", "")
}

// withLock wraps one statement in lifecycle.WithLock.
func withLock(p *check.Pass, e *edit.Builder, stmt ast.Stmt, m mutex) *edit.Fix {
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	call := fmt.Sprintf("%s.WithLock(%s, func()", lc, m.locker())
	e.Insert(stmt.Pos(), call+" { ")
	e.Insert(stmt.End(), " })")
	return e.Fix("Write in "+call+" { … })", "")
}

// calls reports whether stmt calls a function of this package, which may take
// the lock, or one that is not known.
func calls(p *check.Pass, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if _, ok := n.(*ast.BlockStmt); ok {
			return false // of an if, which stays where it is
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		tv := p.TypesInfo.Types[call.Fun]
		fn := callmatch.Callee(p.TypesInfo, call)
		found = found || !tv.IsType() && !tv.IsBuiltin() && (fn == nil || fn.Pkg() == p.Pkg)
		return !found
	})
	return found
}
