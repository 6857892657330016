package lockrace

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// protectLoop holds the lock while a loop ranges over the field, and gives it back
// before each return in the loop:
//
//	for k := range s.byKey {
//		if k == name {
//			return nil, errExists
//		}
//	}
func protectLoop(p *check.Pass, u lockstate.Unlocked, m mutex) *edit.Fix {
	stmt, _ := statement(p, u.Pos)
	loop, ok := stmt.(*ast.RangeStmt)
	if !ok || !coversAll(loop, u) || !shortWork(p, loop) {
		return nil
	}
	m.read = m.read && !writesTo(p, loop, u.Pos)
	e := p.Edit(loop.Pos())
	unlock := m.unlock()
	e.Before(loop, m.lock())
	for _, ret := range returns(loop) {
		within := func(a *lockstate.Access) bool { return ret.Pos() <= a.Pos && a.Pos < ret.End() }
		if s, _ := statement(p, ret.Pos()); s != ret || slices.ContainsFunc(u.Also, within) {
			return nil
		}
		e.Before(ret, unlock)
	}
	e.After(loop, unlock)
	return e.Fix("Hold "+m.text+" during the loop", "")
}

// protectFunction holds the lock from the beginning of a function to its end,
// where all of it is short work: several accesses that belong together.
func protectFunction(p *check.Pass, u lockstate.Unlocked, m mutex) *edit.Fix {
	decl, _ := find[*ast.FuncDecl](p, u.Pos)
	if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 || !coversAll(decl.Body, u) || !shortWork(p, decl.Body) ||
		len(returns(decl.Body)) > 0 && callsInReturns(p, decl.Body) || !isOfCaller(p, decl, u.Pos) ||
		leaksAlias(p, decl, append(positions(u), u.Pos)) {
		return nil
	}
	m.read = m.read && !writesTo(p, decl.Body, u.Pos)
	e := p.Edit(decl.Pos())
	e.Before(decl.Body.List[0], m.lock(), "defer "+m.unlock())
	return e.Fix("Hold "+m.text+" in all of "+decl.Name.Name, "")
}

// protectEach takes the lock for each of several assignments, where the function does nothing else with
// the field. What they say does not depend on what is there.
func protectEach(p *check.Pass, u lockstate.Unlocked, m mutex) *edit.Fix {
	if !u.Write || len(u.Also) == 0 {
		return nil
	}
	e := p.Edit(u.Pos)
	seen := make(map[ast.Stmt]bool)
	for _, pos := range append(positions(u), u.Pos) {
		stmt, _ := statement(p, pos)
		assign, ok := stmt.(*ast.AssignStmt)
		sel := nameAt(p, pos)
		if !ok || assign.Tok != token.ASSIGN || sel == nil || !slices.Contains(assign.Lhs, sel) || calls(p, stmt) || releaseBefore(p, stmt, m) != nil {
			return nil
		}
		if base := guardOf(p, u, sel); base.text != m.text {
			return nil // of another value
		}
		if !seen[stmt] {
			seen[stmt] = true
			e.Before(stmt, m.lock())
			e.After(stmt, m.unlock())
		}
	}
	return e.Fix("Acquire "+m.text+" for each assignment", "")
}

func coversAll(n ast.Node, u lockstate.Unlocked) bool {
	return !slices.ContainsFunc(u.Also, func(also *lockstate.Access) bool { return also.Pos < n.Pos() || n.End() <= also.Pos })
}

// coveredBy reports whether protecting the statement at pos protects what is at
// other as well; of an if only one expression is moved.
func coveredBy(p *check.Pass, pos, other token.Pos) bool {
	here, around := statement(p, pos)
	if test := testOf(p, around, pos); test != nil && within(test, check.Span(other, other)) {
		return true
	}
	there, _ := statement(p, other)
	_, branch := here.(*ast.IfStmt)
	return here == there && !branch && !calls(p, here)
}

// positions returns where else the accesses are.
func positions(u lockstate.Unlocked) []token.Pos {
	var list []token.Pos
	for _, also := range u.Also {
		list = append(list, also.Pos)
	}
	return list
}

// isOfCaller reports whether the access at pos is to a field of the receiver or of
// a parameter, which the function does not compare with nil.
func isOfCaller(p *check.Pass, decl *ast.FuncDecl, pos token.Pos) bool {
	sel := selectorAt(p, pos)
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
