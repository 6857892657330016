package criticalsection

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// ReadUnder adds a line that reads something under the lock before stmt, which may follow a
// release of it immediately.
func ReadUnder(p *check.Pass, e *edit.Builder, stmt ast.Stmt, m Mutex, read string) {
	if release := ReleaseBefore(p, stmt, m); release != nil {
		e.Before(release, read)
		return
	}
	e.Before(stmt, m.Lock(), read, m.Unlock())
}

// moveBefore moves a statement that immediately follows a release of the lock to the front
// of it. It returns nil for others.
func moveBefore(p *check.Pass, e *edit.Builder, stmt ast.Stmt, m Mutex) *edit.Fix {
	release := ReleaseBefore(p, stmt, m)
	if release == nil {
		return nil
	}
	e.Before(release, e.WithComment(stmt))
	e.DeleteStmts(stmt, stmt)
	verb := "Read"
	if m.Write {
		verb = "Write"
	}
	return e.Fix(verb+" under "+m.Text+", before "+p.Source(release), "")
}

// ReleaseBefore returns the statement right before stmt if that gives the lock back, nil
// otherwise.
func ReleaseBefore(p *check.Pass, stmt ast.Stmt, m Mutex) ast.Stmt {
	_, around := source.Statement(p, stmt.Pos())
	if len(around) == 0 {
		return nil
	}
	list := astindex.Stmts(around[0])
	i := slices.Index(list, stmt) - 1
	if i < 0 {
		return nil
	}
	lock := cmp.Or(m.Owner, m.Text)
	switch p.Source(list[i]) {
	case lock + ".Unlock()":
		return list[i]
	case lock + ".RUnlock()":
		if !m.Write {
			return list[i]
		}
	}
	return nil
}

// elementTaken reports whether the statement at pos keeps a map that is an element of the
// one it reads, and the package changes what is in such elements: it is used after the lock
// has been released.
//
//	states := c.states[server]
func elementTaken(p *check.Pass, pos token.Pos) bool {
	name := source.NameAt(p, pos)
	if name == nil {
		return false
	}
	outer, ok := p.TypesInfo.TypeOf(name).Underlying().(*types.Map)
	if !ok {
		return false
	}
	if _, ok := outer.Elem().Underlying().(*types.Map); !ok {
		return false
	}
	path := source.PathTo(p, name.Pos())
	i := slices.Index(path, ast.Node(name)) + 1
	if i == 0 || i+1 >= len(path) {
		return false
	}
	_, indexed := path[i].(*ast.IndexExpr)
	_, kept := path[i+1].(*ast.AssignStmt)
	return indexed && kept && setsInElements(p, name)
}

// setsInElements reports whether the package assigns to elements of the elements of the
// map that name is about.
func setsInElements(p *check.Pass, name ast.Expr) bool {
	id := IdentOf(name)
	if sel, ok := name.(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && slices.ContainsFunc(astindex.Of(p.Pass).Uses[v.Origin()], func(use *ast.Ident) bool {
		path := source.PathTo(p, use.Pos())[1:]
		if sel, ok := path[0].(*ast.SelectorExpr); ok && sel.Sel == use {
			path = path[1:]
		}
		if len(path) < 3 {
			return false
		}
		inner, ok := path[0].(*ast.IndexExpr)
		outer, alsoOK := path[1].(*ast.IndexExpr)
		assign, isAssign := path[2].(*ast.AssignStmt)
		return ok && alsoOK && outer.X == inner && isAssign && slices.Contains(assign.Lhs, ast.Expr(outer))
	})
}
