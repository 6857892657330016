// Package criticalsection has the fixes that move an access into the critical section of
// its lock, and extend the section to it.
package criticalsection

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// MapTaken returns the map that is read at pos when the statement around keeps it, nil
// otherwise. What is kept is not a copy: it is used after the lock is released. A map that
// is only ever replaced as a whole can be kept.
//
//	table := s.table	return s.table	return &view{table: s.table}
func MapTaken(p *check.Pass, pos token.Pos) ast.Expr {
	name := source.NameAt(p, pos)
	if name == nil || p.TypesInfo.TypeOf(name) == nil {
		return nil
	}
	if _, ok := p.TypesInfo.TypeOf(name).Underlying().(*types.Map); !ok || !changesElements(p, name) {
		return nil
	}
	path := source.PathTo(p, name.Pos())
	i := slices.Index(path, ast.Node(name)) + 1
	if i == 0 || i == len(path) {
		return nil
	}
	switch parent := path[i].(type) {
	case *ast.AssignStmt:
		if slices.Contains(parent.Rhs, name) {
			return name
		}
	case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit:
		return name
	}
	return nil
}

// changesElements reports whether the package may change what is in the map that
// name is about: where it is an operand, or an argument.
func changesElements(p *check.Pass, name ast.Expr) bool {
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
		switch n := path[0].(type) {
		case *ast.CallExpr:
			return p.TypesInfo.Uses[IdentOf(n.Fun)] != types.Universe.Lookup("len")
		case *ast.IndexExpr:
			assign, ok := path[1].(*ast.AssignStmt)
			_, counts := path[1].(*ast.IncDecStmt)
			return counts || ok && slices.Contains(assign.Lhs, ast.Expr(n))
		}
		return false
	})
}

// returnCopy makes a return statement return a copy of a map that is made under the lock:
// with the map itself, the caller would have what the lock protects.
func returnCopy(p *check.Pass, ret *ast.ReturnStmt, taken ast.Expr, m Mutex) *edit.Fix {
	if !slices.Contains(ret.Results, taken) || !goversion.AtLeast(p.Version(ret.Pos()), "go1.21") {
		return nil
	}
	e := p.Edit(ret.Pos())
	e.Before(ret, m.Lock(), "defer "+m.Unlock())
	clone := e.Import(ret.Pos(), "maps", "maps") + ".Clone(" + p.Source(taken) + ")"
	e.Replace(taken.Pos(), taken.End(), clone)
	return e.Fix("Return "+clone+", made under "+m.Text, "the caller gets a copy")
}

// IdentOf returns the identifier that x is, or that &x names, nil for others.
func IdentOf(x ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(x).(*ast.Ident)
	return id
}
