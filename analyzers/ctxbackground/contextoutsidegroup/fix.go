package contextoutsidegroup

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix lets the goroutine use the group's context, where that is what its name means.
func fix(p *check.Pass, g *group, uses []*ast.Ident) *edit.Fix {
	e := p.Edit(uses[0].Pos())
	for _, id := range uses {
		if _, obj := p.Pkg.Scope().Innermost(id.Pos()).LookupParent(g.inner.Name(), id.Pos()); obj != g.inner {
			return nil
		}
		e.Replace(id.Pos(), id.End(), g.inner.Name())
	}
	return e.Fix("Use "+g.inner.Name(), "the goroutine ends when another one of the group fails")
}
