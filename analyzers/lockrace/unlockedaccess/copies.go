package unlockedaccess

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
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

// replaced reports whether a map or slice is only replaced as a whole once others have its object: what the field holds
// under the lock stays as it is. A function that replaces it itself counts on what it has read.
func replaced(u unlocked.Race) bool {
	_, isSlice := u.Field.Type().Underlying().(*types.Slice)
	if u.Write || u.Field.Exported() || !isSlice && !lockset.IsMap(u.Field.Type()) {
		return false
	}
	return !slices.ContainsFunc(u.Guard.Related(), func(a *access.Access) bool {
		return a.Write && (a.Content || a.Func == u.Func || isSlice && !growsOnly(a))
	})
}

// growsOnly reports whether a write sets a slice to a new one, or to what an append to the old one makes, and so
// overwrites no element of the old one.
func growsOnly(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	switch v := store.Val.(type) {
	case *ssa.Const, *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		_, literal := v.X.(*ssa.Alloc)
		return literal
	case *ssa.Call:
		builtin, ok := v.Call.Value.(*ssa.Builtin)
		if !ok || builtin.Name() != "append" {
			return false
		}
		_, cut := v.Call.Args[0].(*ssa.Slice)
		return !cut
	}
	return false
}

// valueOf returns how the code under the lock reads a field that is used after it: as it is, or a copy, where elements
// may change. It is empty where that is too much.
func valueOf(p *check.Pass, e *edit.Builder, sel ast.Expr, m criticalsection.Mutex) string {
	t := p.TypesInfo.TypeOf(sel)
	if source.Wordy(t) || m.Replaced {
		return p.Source(sel)
	}
	pkg := ""
	switch t.Underlying().(type) {
	case *types.Slice:
		pkg = "slices"
	case *types.Map:
		pkg = "maps"
	}
	if pkg == "" || !goversion.AtLeast(p.Version(sel.Pos()), "go1.21") {
		return ""
	}
	return e.Import(sel.Pos(), pkg, pkg) + ".Clone(" + p.Source(sel) + ")"
}

// overCopy lets a loop whose body may take long, or take the lock itself, range over what the
// field holds under the lock, or over a copy of that, which is made there.
//
//	for _, q := range s.queues {
//		run(q)
//	}
func overCopy(p *check.Pass, u unlocked.Race, m criticalsection.Mutex) *edit.Fix {
	stmt, _ := source.Statement(p, u.Pos)
	loop, ok := stmt.(*ast.RangeStmt)
	sel := source.NameAt(p, u.Pos)
	if !ok || sel == nil || loop.X != sel || !coversAll(sel, u) || u.Write {
		return nil
	}
	name := source.FreeName(p, u.Pos, source.LastName(sel), "current")
	if name == "" {
		return nil
	}
	e := p.Edit(u.Pos)
	value := valueOf(p, e, sel, m)
	if value == "" {
		return nil
	}
	criticalsection.ReadUnder(p, e, loop, m, name+" := "+value)
	e.Replace(sel.Pos(), sel.End(), name)
	if m.Replaced {
		return e.Fix("Read "+p.Source(sel)+" under "+m.Text+" first", "")
	}
	return e.Fix("Range over a copy of "+p.Source(sel)+" that is made under "+m.Text, "")
}
