package criticalsection

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// TestOf returns the if around a write at pos that asks for the same value, and does
// nothing but short work: what it asks may have changed when the lock is taken later.
//
//	if cache == nil {
//		cache = make(map[string]int)
//	}
func TestOf(p *check.Pass, around []ast.Node, pos token.Pos) *ast.IfStmt {
	if len(around) < 2 {
		return nil
	}
	test, ok := around[1].(*ast.IfStmt)
	if !ok || test.Body != around[0] || test.Else != nil || test.Init != nil || !ShortWork(p, test) || len(Returns(test)) > 0 {
		return nil
	}
	for _, stmt := range test.Body.List {
		if _, ok := stmt.(*ast.BranchStmt); ok || Calls(p, stmt) {
			return nil
		}
	}
	name := source.NameAt(p, pos)
	asked := false
	ast.Inspect(test.Cond, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		asked = asked || ok && p.Source(expr) == p.Source(name)
		return !asked
	})
	if outer, _ := source.Statement(p, test.Pos()); !asked || outer != test || Calls(p, &ast.ExprStmt{X: test.Cond}) {
		return nil
	}
	return test
}

// A Mutex is a lock as the fix writes it.
type Mutex struct {
	Text  string     // "s.mu"
	Owner string     // "s", if that has the methods of the lock that it embeds
	Typ   types.Type // of the expression
	Read  bool       // for reading is enough
	Write bool       // what it is taken for writes

	Replaced bool // what it guards is a map or a slice that is only replaced as a whole: its value will do, without a copy
}

// Lock returns the call that acquires the lock.
func (m Mutex) Lock() string { return cmp.Or(m.Owner, m.Text) + "." + source.LockName(m.Read) + "()" }

// Unlock returns the call that releases the lock.
func (m Mutex) Unlock() string {
	return cmp.Or(m.Owner, m.Text) + "." + source.UnlockName(m.Read) + "()"
}

// locker returns the expression of a sync.Locker for the lock.
func (m Mutex) locker() string {
	text := m.Text
	if _, ok := types.Unalias(m.Typ).Underlying().(*types.Pointer); !ok {
		text = "&" + text
	}
	if m.Read {
		return m.Text + ".RLocker()"
	}
	return text
}

// Protect puts the lock around the statement at pos. It returns nil where that
// needs more than the statement: something in it may take the lock itself, or the
// rest of the function needs a value that must be read, or used, under the lock.
// Where the access is alone, only what is read is read under it, if the statement
// may take long.
func Protect(p *check.Pass, pos token.Pos, m Mutex, alone bool) *edit.Fix {
	stmt, around := source.Statement(p, pos)
	if stmt == nil {
		return nil
	}
	if test := TestOf(p, around, pos); test != nil && m.Write && !p.Plain() {
		return withLock(p, p.Edit(pos), test, m)
	}
	if alone && !m.Write && (ReleaseBefore(p, stmt, m) != nil || FirstEvaluated(stmt) != stmt || !ShortWork(p, stmt) || Calls(p, stmt)) {
		if fix := hoist(p, stmt, pos, m); fix != nil {
			return fix
		}
	}
	taken := MapTaken(p, pos)
	if m.Replaced {
		taken = nil
	}
	ret, returned := stmt.(*ast.ReturnStmt)
	switch {
	case Calls(p, stmt), taken != nil && !returned, elementTaken(p, pos):
		return nil
	case taken != nil:
		return returnCopy(p, ret, taken, m)
	}
	e := p.Edit(pos)
	lock, unlock := m.Lock(), m.Unlock()
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		e.Before(stmt, lock, "defer "+unlock)
		return e.Fix("Acquire "+m.Text+" for the return", "")
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE || p.Plain() || !m.Write || !mayPanic(stmt) {
			break
		}
		return withLock(p, e, stmt, m)
	case *ast.IncDecStmt, *ast.ExprStmt:
		if p.Plain() || !m.Write || !mayPanic(stmt) {
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
	return e.Fix("Acquire "+m.Text+" for the statement", "")
}

// mayPanic reports whether a statement calls, indexes or converts something, so that it may leave the lock held: others
// need no deferred release.
func mayPanic(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr, *ast.FuncLit:
			found = true
		}
		return !found
	})
	return found
}

// withLock wraps one statement in lifecycle.WithLock.
func withLock(p *check.Pass, e *edit.Builder, stmt ast.Stmt, m Mutex) *edit.Fix {
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	call := fmt.Sprintf("%s.WithLock(%s, func()", lc, m.locker())
	e.Insert(stmt.Pos(), call+" { ")
	e.Insert(stmt.End(), " })")
	return e.Fix("Write in "+call+" { … })", "")
}

// Calls reports whether stmt calls a function of this package, which may take
// the lock, or one that is not known.
func Calls(p *check.Pass, stmt ast.Stmt) bool {
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
