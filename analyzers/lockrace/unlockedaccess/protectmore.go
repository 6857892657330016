package unlockedaccess

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
)

// protectLoop holds the lock while a loop ranges over the field, and gives it back
// before each return in the loop:
//
//	for k := range s.byKey {
//		if k == name {
//			return nil, errExists
//		}
//	}
func protectLoop(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	stmt, _ := source.Statement(p, u.Pos)
	loop, ok := stmt.(*ast.RangeStmt)
	if !ok || !coversAll(loop, u) || !criticalsection.ShortWork(p, loop) {
		return nil
	}
	m.Read = m.Read && !writesTo(p, loop, u.Pos)
	e := p.Edit(loop.Pos())
	unlock := m.Unlock()
	e.Before(loop, m.Lock())
	for _, ret := range criticalsection.Returns(loop) {
		within := func(a *access.Access) bool { return ret.Pos() <= a.Pos && a.Pos < ret.End() }
		if s, _ := source.Statement(p, ret.Pos()); s != ret || slices.ContainsFunc(u.Also, within) {
			return nil
		}
		e.Before(ret, unlock)
	}
	e.After(loop, unlock)
	return e.Fix("Hold "+m.Text+" during the loop", "")
}

// protectFunction holds the lock from the beginning of a function to its end,
// where all of it is short work: several accesses that belong together.
func protectFunction(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	decl, _ := source.Find[*ast.FuncDecl](p, u.Pos)
	if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 || !coversAll(decl.Body, u) || !criticalsection.ShortWork(p, decl.Body) ||
		len(criticalsection.Returns(decl.Body)) > 0 && callsInReturns(p, decl.Body) || !isOfCaller(p, decl, u.Pos) ||
		leaksAlias(p, decl, append(positions(u), u.Pos)) {
		return nil
	}
	m.Read = m.Read && !writesTo(p, decl.Body, u.Pos)
	e := p.Edit(decl.Pos())
	e.Before(decl.Body.List[0], m.Lock(), "defer "+m.Unlock())
	return e.Fix("Hold "+m.Text+" in all of "+decl.Name.Name, "")
}

// protectEach takes the lock for each of several assignments, where the function does nothing else with
// the field. What they say does not depend on what is there.
func protectEach(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	if !u.Write || len(u.Also) == 0 {
		return nil
	}
	e := p.Edit(u.Pos)
	seen := make(map[ast.Stmt]bool)
	for _, pos := range append(positions(u), u.Pos) {
		stmt, _ := source.Statement(p, pos)
		assign, ok := stmt.(*ast.AssignStmt)
		sel := source.NameAt(p, pos)
		if !ok || assign.Tok != token.ASSIGN || sel == nil || !slices.Contains(assign.Lhs, sel) || criticalsection.Calls(p, stmt) || criticalsection.ReleaseBefore(p, stmt, m) != nil {
			return nil
		}
		if base := guardOf(p, u, sel); base.Text != m.Text {
			return nil // of another value
		}
		if !seen[stmt] {
			seen[stmt] = true
			e.Before(stmt, m.Lock())
			e.After(stmt, m.Unlock())
		}
	}
	return e.Fix("Acquire "+m.Text+" for each assignment", "")
}

func coversAll(n ast.Node, u unlocked.Race) bool {
	return !slices.ContainsFunc(u.Also, func(also *access.Access) bool { return also.Pos < n.Pos() || n.End() <= also.Pos })
}

// coveredBy reports whether protecting the statement at pos protects what is at
// other as well; of an if only one expression is moved.
func coveredBy(p *check.Pass, pos, other token.Pos) bool {
	here, around := source.Statement(p, pos)
	if test := criticalsection.TestOf(p, around, pos); test != nil && within(test, check.Span(other, other)) {
		return true
	}
	there, _ := source.Statement(p, other)
	_, branch := here.(*ast.IfStmt)
	return here == there && !branch && !criticalsection.Calls(p, here)
}

// positions returns where else the accesses are.
func positions(u unlocked.Race) []token.Pos {
	var list []token.Pos
	for _, also := range u.Also {
		list = append(list, also.Pos)
	}
	return list
}

// isOfCaller reports whether the access at pos is to a field of the receiver or of
// a parameter, which the function does not compare with nil.
func isOfCaller(p *check.Pass, decl *ast.FuncDecl, pos token.Pos) bool {
	sel := source.SelectorAt(p, pos)
	if sel == nil {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || p.TypesInfo.ObjectOf(id) == nil || p.TypesInfo.ObjectOf(id).Pos() >= decl.Body.Pos() {
		return false
	}
	compared := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			x, ok := b.X.(*ast.Ident)
			compared = compared || ok && x.Name == id.Name
		}
		return !compared
	})
	return !compared
}
