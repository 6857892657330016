package unlockedaccess

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
)

// guardOf returns the lock as the code around the access would write it.
func guardOf(p *check.Pass, u unlocked.Race, expr ast.Expr) criticalsection.Mutex {
	lock := u.Guard.Lock
	m := criticalsection.Mutex{Text: lock.Name(), Typ: lock.Type(), Read: !u.Write && u.Guard.RW, Write: u.Write, Replaced: replaced(u)}
	if u.Encoded && lock.IsField() {
		m.Text = p.Source(expr) + access.LockPath(u.Struct, lock)
	} else if sel, ok := expr.(*ast.SelectorExpr); ok && lock.IsField() {
		m.Text = p.Source(sel.X) + access.LockPath(u.Struct, lock)
		if lock.Embedded() && promotes(p, sel.X, lock) {
			m.Owner = p.Source(sel.X)
		}
	}
	return m
}

// promotes reports whether the methods of an embedded lock are those of expr.
func promotes(p *check.Pass, expr ast.Expr, lock *types.Var) bool {
	t := p.TypesInfo.TypeOf(expr)
	_, index, _ := types.LookupFieldOrMethod(t, true, p.Pkg, "Lock")
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	return ok && len(index) == 2 && st.Field(index[0]).Origin() == lock
}

// fixSnapshot copies the elements where the function reads the field under the lock. There is none for what it writes.
func fixSnapshot(p *check.Pass, u unlocked.Race, expr ast.Expr) *edit.Fix {
	if u.Write || !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	pkg := "slices"
	if lockset.IsMap(u.Field.Type()) {
		pkg = "maps"
	}
	e := p.Edit(expr.Pos())
	e.Replace(expr.Pos(), expr.End(), e.Import(expr.Pos(), pkg, pkg)+".Clone("+p.Source(expr)+")")
	return e.Fix("Copy "+p.Source(expr)+" under the lock", "")
}

// fixUnlockedAccess takes the lock for the statement, if that has all accesses;
// else for a loop that has, or for the whole function; or a loop gets a copy,
// or the function reads once. There is no fix where a caller has the lock already, the
// function that of another object, many functions miss it, a literal and the function around it both do, another function waits for this one with the lock held,
// one acquires those of several objects for its callers, or an encoder reads the object: it may write to a slow client.
func fixUnlockedAccess(p *check.Pass, u unlocked.Race, expr ast.Expr, m criticalsection.Mutex) *edit.Fix {
	if u.Released() {
		return fixSnapshot(p, u, expr)
	}
	lock := u.Guard.Lock
	if u.UnderCaller() || u.UnderOther() || u.Functions > 0 || wakes(u) || handsOn(u) || u.Encoded || missedAround(u) {
		return nil
	}
	if sel, ok := expr.(*ast.SelectorExpr); ok && lock.IsField() {
		obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, lock.Name())
		if v, ok := obj.(*types.Var); (!ok || v.Origin() != lock) && access.LockPath(u.Struct, lock) == "."+lock.Name() {
			return nil // another one by that name
		}
	} else if scope := p.Pkg.Scope().Innermost(expr.Pos()); scope == nil || lookup(scope, lock.Name(), expr.Pos()) != lock {
		return nil
	}
	if setsToo(u) {
		m.Read = false
		return protectFunction(p, u, m)
	}
	if !slices.ContainsFunc(u.Also, func(also *access.Access) bool { return !coveredBy(p, u.Pos, also.Pos) }) {
		if fix := criticalsection.Protect(p, u.Pos, m, len(u.Also) == 0); fix != nil {
			return fix
		}
	}
	if m.Read && slices.ContainsFunc(u.Also, func(also *access.Access) bool { return also.Write }) {
		m.Read = false
	}
	if fix := protectLoop(p, u, m); fix != nil {
		return fix
	}
	if fix := protectFunction(p, u, m); fix != nil {
		return fix
	}
	if fix := overCopy(p, u, m); fix != nil {
		return fix
	}
	if fix := readOnce(p, u, m); fix != nil {
		return fix
	}
	if fix := protectEach(p, u, m); fix != nil {
		return fix
	}
	return lookUpFirst(p, u, m)
}

// missedAround reports whether the function around a literal, or another literal of it, misses the lock for the field
// as well: one statement under the lock is no discipline.
func missedAround(u unlocked.Race) bool {
	return slices.ContainsFunc(u.Guard.Accesses, func(a *access.Access) bool {
		return a.Func != u.Func && a.Func.Outermost() == u.Func.Outermost() && !u.Guard.Holds(a)
	})
}

// setsToo reports whether the function of a read sets the field without the lock as well: what it has read has to
// hold until then.
func setsToo(u unlocked.Race) bool {
	return !u.Write && slices.ContainsFunc(u.Guard.Accesses, func(w *access.Access) bool {
		return w.Write && w.Func == u.Func && w.Owner == u.Owner && !u.Guard.Holds(w)
	})
}

func lookup(scope *types.Scope, name string, pos token.Pos) types.Object {
	_, obj := scope.LookupParent(name, pos)
	return obj
}
