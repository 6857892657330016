package contextoutsidegroup

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix lets the goroutine use the group's context, where that is what its name means.
func fix(p *check.Pass, g *group, uses []ast.Expr) *edit.Fix {
	e := p.Edit(uses[0].Pos())
	for _, use := range uses {
		if _, obj := p.Pkg.Scope().Innermost(use.Pos()).LookupParent(g.inner.Name(), use.Pos()); obj != g.inner {
			return nil
		}
		e.Replace(use.Pos(), use.End(), g.inner.Name())
	}
	return e.Fix("Use "+g.inner.Name(), "the goroutine ends when another one of the group fails")
}

// fixDropped names the group's context, and lets the goroutines use it.
func fixDropped(p *check.Pass, cur inspector.Cursor, g *group, outside []*outsider) *edit.Fix {
	if cur.Node().(*ast.AssignStmt).Tok != token.DEFINE {
		return nil // the name would have to be declared
	}
	e := p.Edit(g.made)
	name := syntax.FreeName(p, cur, "gctx")
	e.Replace(g.name.Pos(), g.name.End(), name)
	for _, o := range outside {
		for _, use := range o.uses {
			e.Replace(use.Pos(), use.End(), name)
		}
	}
	return e.Fix("Use the context of the group", "the goroutines end when another one of the group fails")
}
