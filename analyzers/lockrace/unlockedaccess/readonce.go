package unlockedaccess

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
)

// readOnce reads a field under the lock into a variable that all of the function uses, where the
// function only reads it and may take long: a test and what relies on it see one value, then.
//
//	if s.conn != nil {
//		return s.conn.LocalAddr()
//	}
func readOnce(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	stmt, _ := source.Statement(p, u.Pos)
	sel, ok := source.NameAt(p, u.Pos).(*ast.SelectorExpr)
	if !ok || u.Write || len(u.Also) == 0 {
		return nil
	}
	first := criticalsection.FirstEvaluated(stmt)
	base, ok := sel.X.(*ast.Ident)
	if !ok || first == nil || sel.Pos() < first.Pos() || sel.End() > first.End() || criticalsection.Late(first, sel) {
		return nil
	}
	decl, _ := source.Find[*ast.FuncDecl](p, u.Pos)
	name := source.FreeName(p, u.Pos, source.LastName(sel), "current")
	if decl == nil || name == "" || assigned(p, decl, base) || locksIn(p, decl.Body, m) {
		return nil // some of it is under the lock
	}
	around := enclosingList(p, stmt)
	uses := sameField(p, decl, sel)
	e := p.Edit(u.Pos)
	value := valueOf(p, e, sel, m)
	copied := value != p.Source(sel)
	if value == "" || copied && !slices.ContainsFunc(uses, func(use *ast.SelectorExpr) bool { return rangesOver(p, use) }) {
		return nil // a copy for some elements is more than that
	}
	criticalsection.ReadUnder(p, e, stmt, m, name+" := "+value)
	for _, use := range uses {
		if use.Pos() < stmt.Pos() || around == nil || use.End() > around.End() || !readsWord(p, use) || inLoopOrLiteral(p, use, stmt) ||
			copied && !readsElements(p, use) {
			return nil
		}
		e.Replace(use.Pos(), use.End(), name)
	}
	if len(uses) != len(u.Also)+1 { // some are under the lock, or another function's
		return nil
	}
	return e.Fix("Read "+p.Source(sel)+" under "+m.Text+" once", "")
}

// locksIn reports whether a block takes the lock, or releases it.
func locksIn(p *check.Pass, body ast.Node, m criticalsection.Mutex) bool {
	text := p.Source(body)
	return strings.Contains(text, m.Text+".") || m.Owner != "" && (strings.Contains(text, m.Owner+".Lock(") || strings.Contains(text, m.Owner+".RLock("))
}

// lookUpFirst moves the look-up of an element out of an if that keeps whether there is one, so
// that the lock is held for that alone.
//
//	if v, ok := s.byKey[key]; ok {
//		return v
//	}
func lookUpFirst(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	stmt, _ := source.Statement(p, u.Pos)
	sel := source.NameAt(p, u.Pos)
	test, ok := stmt.(*ast.IfStmt)
	if !ok || sel == nil || u.Write || len(u.Also) > 0 {
		return nil
	}
	init, ok := test.Init.(*ast.AssignStmt)
	element := criticalsection.ElementOf(p, sel)
	if !ok || element == nil || init.Tok != token.DEFINE || len(init.Lhs) != 2 || init.Rhs[0] != element || aliased(p.TypesInfo.TypeOf(sel)) {
		return nil
	}
	decl, _ := source.Find[*ast.FuncDecl](p, u.Pos)
	for _, x := range init.Lhs {
		if name, ok := x.(*ast.Ident); !ok || decl == nil || name.Name != "_" && usedBeside(decl, test, name.Name) {
			return nil
		}
	}
	e := p.Edit(u.Pos)
	criticalsection.ReadUnder(p, e, test, m, p.Source(init))
	e.Delete(init.Pos(), test.Cond.Pos())
	return e.Fix("Look it up under "+m.Text+" first", "")
}

// aliased reports whether the elements of a map are slices or maps, which a copy still
// shares.
func aliased(t types.Type) bool {
	of, ok := t.Underlying().(*types.Map)
	if !ok {
		return true
	}
	switch of.Elem().Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// usedBeside reports whether the function has the name elsewhere than in one statement.
func usedBeside(decl *ast.FuncDecl, stmt ast.Stmt, name string) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name && (id.Pos() < stmt.Pos() || id.Pos() >= stmt.End())
		return !found
	})
	return found
}

// sameField returns where the function has the same field of the same variable.
func sameField(p *check.Pass, decl *ast.FuncDecl, sel *ast.SelectorExpr) (uses []*ast.SelectorExpr) {
	text := p.Source(sel)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && p.TypesInfo.ObjectOf(s.Sel) == p.TypesInfo.ObjectOf(sel.Sel) && p.Source(s) == text {
			uses = append(uses, s)
		}
		return true
	})
	return uses
}

// assigned reports whether the function gives a variable another value.
func assigned(p *check.Pass, decl *ast.FuncDecl, id *ast.Ident) bool {
	obj, found := p.TypesInfo.ObjectOf(id), false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				to, ok := x.(*ast.Ident)
				found = found || ok && n.Tok == token.ASSIGN && p.TypesInfo.ObjectOf(to) == obj
			}
		case *ast.UnaryExpr:
			of, ok := n.X.(*ast.Ident)
			found = found || ok && n.Op == token.AND && p.TypesInfo.ObjectOf(of) == obj
		}
		return !found
	})
	return found
}

// enclosingList returns what has the list of statements that stmt is in.
func enclosingList(p *check.Pass, stmt ast.Stmt) ast.Node {
	_, around := source.Statement(p, stmt.Pos())
	if len(around) == 0 {
		return nil
	}
	return around[0]
}

// readsWord reports whether a selector is only read: nothing assigns to it or takes its address,
// or calls what may change a value.
func readsWord(p *check.Pass, sel *ast.SelectorExpr) bool {
	path := source.PathTo(p, sel.Pos())
	for i, n := range path {
		if n != ast.Node(sel) || i+1 == len(path) {
			continue
		}
		switch parent := path[i+1].(type) {
		case *ast.AssignStmt:
			for _, x := range parent.Lhs {
				if astutil.Unparen(x) == ast.Expr(sel) {
					return false
				}
			}
		case *ast.UnaryExpr:
			return parent.Op != token.AND
		case *ast.IncDecStmt:
			return false
		case *ast.SelectorExpr:
			_, basic := p.TypesInfo.TypeOf(sel).Underlying().(*types.Basic)
			return !basic
		}
		return true
	}
	return false
}

// rangesOver reports whether a loop ranges over what a selector names.
func rangesOver(p *check.Pass, sel *ast.SelectorExpr) bool {
	loop, _ := source.Find[*ast.RangeStmt](p, sel.Pos())
	return loop != nil && loop.X == ast.Expr(sel)
}

// readsElements reports whether a map or slice is only asked for its elements, or how many there are: a copy does.
func readsElements(p *check.Pass, sel *ast.SelectorExpr) bool {
	path := source.PathTo(p, sel.Pos())
	i := slices.Index(path, ast.Node(sel)) + 1
	if i == 0 || i+1 >= len(path) {
		return false
	}
	switch parent := path[i].(type) {
	case *ast.RangeStmt:
		return parent.X == ast.Expr(sel)
	case *ast.CallExpr:
		return callmatch.IsBuiltin(p.TypesInfo, parent, "len")
	case *ast.IndexExpr:
		assign, ok := path[i+1].(*ast.AssignStmt)
		return !ok || !slices.Contains(assign.Lhs, ast.Expr(parent))
	}
	return false
}

// inLoopOrLiteral reports whether a use runs more often than stmt, or at another time.
func inLoopOrLiteral(p *check.Pass, use ast.Node, stmt ast.Stmt) bool {
	for _, n := range source.PathTo(p, use.Pos()) {
		if loop, ok := n.(*ast.RangeStmt); ok && within(loop.X, use) {
			continue // which is computed once
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			if n.Pos() > stmt.Pos() || n == ast.Node(stmt) {
				return true
			}
		}
	}
	return false
}

// writesTo reports whether a piece of code changes the object that the access at
// pos is to: then the lock has to be held for writing.
func writesTo(p *check.Pass, code ast.Node, pos token.Pos) bool {
	sel := source.SelectorAt(p, pos)
	if sel == nil {
		return true
	}
	owner, writes := p.Source(sel.X)+".", false
	is := func(x ast.Expr) { writes = writes || strings.HasPrefix(p.Source(x), owner) }
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				is(x)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				is(n.Args[0])
			}
		}
		return !writes
	})
	return writes
}

func callsInReturns(p *check.Pass, code ast.Node) bool {
	return slices.ContainsFunc(criticalsection.Returns(code), func(ret *ast.ReturnStmt) bool {
		return slices.ContainsFunc(ret.Results, func(x ast.Expr) bool { return !criticalsection.ShortWork(p, x) })
	})
}
