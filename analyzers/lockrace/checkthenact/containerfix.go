package checkthenact

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixContainer stores in a sync.Map unless there is an entry, and keeps what is there. There is no fix
// if more is done with the new value afterwards than to return it.
//
//	if existing, loaded := c.conns.LoadOrStore(addr, conn); loaded {
//		_ = conn.Close()
//		conn = existing.(*Conn)
//	}
func fixContainer(p *check.Pass, m *missed) *edit.Fix {
	stmt, _ := source.Statement(p, m.store.Pos())
	expr, ok := stmt.(*ast.ExprStmt)
	id, named := ast.Unparen(m.value).(*ast.Ident)
	if !ok || expr.X != m.store || !named || m.both != "LoadOrStore" {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	block, fn := around(p, stmt)
	if !ok || block == nil || v.Parent() == p.Pkg.Scope() || len(usesAfter(p, block, stmt, v, true)) > 0 || comesBack(p, stmt, v) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	existing, loaded := "_", source.FreeName(p, stmt.Pos(), "loaded", "already")
	keep := ""
	if len(usesAfter(p, fn, stmt, v, false)) > 0 {
		existing = source.FreeName(p, stmt.Pos(), "existing", "current")
		keep = "\t" + id.Name + " = " + existing
		if iface, ok := v.Type().Underlying().(*types.Interface); !ok || !iface.Empty() {
			keep += ".(" + types.TypeString(v.Type(), func(pkg *types.Package) string {
				if pkg == p.Pkg {
					return ""
				}
				return e.Import(stmt.Pos(), pkg.Path(), pkg.Name())
			}) + ")"
		}
	}
	if existing == "" || loaded == "" {
		return nil
	}
	sel := m.store.Fun.(*ast.SelectorExpr)
	call := p.Source(sel.X) + "." + m.both + strings.TrimPrefix(p.Source(m.store), p.Source(m.store.Fun))
	text, fate := []string{"if " + existing + ", " + loaded + " := " + call + "; " + loaded + " {"}, "dropped"
	if end := endCall(p, v); end != "" {
		text, fate = append(text, "\t"+end), "closed"
	}
	if keep != "" {
		text = append(text, keep)
	}
	if len(text) == 1 {
		e.Replace(stmt.Pos(), stmt.End(), call)
	} else {
		e.Replace(stmt.Pos(), stmt.End(), strings.Join(append(text, "}"), "\n"+e.Indent(stmt.Pos())))
	}
	return e.Fix("Store with "+m.both+", and keep what is there", "the "+id.Name+" made here is "+fate+" if there is one")
}
