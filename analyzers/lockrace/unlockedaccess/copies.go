package unlockedaccess

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
)

// leaksAlias reports whether a map that a function reads at one of the places may be used
// when the function has returned, through a variable or not.
func leaksAlias(p *check.Pass, decl *ast.FuncDecl, places []token.Pos) bool {
	return slices.ContainsFunc(places, func(pos token.Pos) bool {
		taken := criticalsection.MapTaken(p, pos)
		if taken == nil {
			return false
		}
		path := source.PathTo(p, taken.Pos())
		assign, ok := path[slices.Index(path, ast.Node(taken))+1].(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		v := p.TypesInfo.ObjectOf(criticalsection.IdentOf(assign.Lhs[slices.Index(assign.Rhs, taken)]))
		return v == nil || slices.ContainsFunc(criticalsection.Returns(decl.Body), func(ret *ast.ReturnStmt) bool { return mentionsVar(p, ret, v) })
	})
}

func mentionsVar(p *check.Pass, n ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}

// overCopy lets a loop whose body may take long, or take the lock itself, range over a copy of
// the field that is made under the lock.
//
//	for _, q := range s.queues {
//		run(q)
//	}
func overCopy(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	stmt, _ := source.Statement(p, u.Pos)
	loop, ok := stmt.(*ast.RangeStmt)
	sel := source.NameAt(p, u.Pos)
	if !ok || sel == nil || loop.X != sel || !coversAll(sel, u) || u.Write || !goversion.AtLeast(p.Version(u.Pos), "go1.21") {
		return nil
	}
	pkg := ""
	switch p.TypesInfo.TypeOf(sel).Underlying().(type) {
	case *types.Slice:
		pkg = "slices"
	case *types.Map:
		pkg = "maps"
	default:
		return nil
	}
	name := source.FreeName(p, u.Pos, source.LastName(sel), "current")
	if name == "" {
		return nil
	}
	e := p.Edit(u.Pos)
	criticalsection.ReadUnder(p, e, loop, m, name+" := "+e.Import(u.Pos, pkg, pkg)+".Clone("+p.Source(sel)+")")
	e.Replace(sel.Pos(), sel.End(), name)
	return e.Fix("Range over a copy of "+p.Source(sel)+" that is made under "+m.Text, "")
}
