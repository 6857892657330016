package contextoutsidegroup

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

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

// fixBare makes the group with the context, and lets its goroutines use that of the group.
func fixBare(p *check.Pass, cur inspector.Cursor, g *group, members []*ast.FuncLit) *edit.Fix {
	made, ok := p.TypesInfo.Uses[g.outer.(*ast.Ident)]
	if !ok || made.Pos() > g.made {
		return nil
	}
	if _, pointer := g.group.Type().(*types.Pointer); !pointer && usesAddress(p, cur, g) {
		return nil
	}
	e := p.Edit(g.made)
	name := syntax.FreeName(p, cur, "gctx")
	stmt := cur.Node()
	group := e.Import(g.made, "golang.org/x/sync/errgroup", "errgroup")
	e.Replace(stmt.Pos(), stmt.End(), fmt.Sprintf("%s, %s := %s.WithContext(%s)", g.name.Name, name, group, p.Source(g.outer)))
	for _, lit := range members {
		ast.Inspect(lit, func(n ast.Node) bool {
			if expr, ok := n.(ast.Expr); ok && g.isOuter(p, expr) {
				e.Replace(expr.Pos(), expr.End(), name)
			}
			return true
		})
	}
	return e.Fix("Use the context of the group", "the goroutines end when another one of the group fails")
}

// usesAddress reports whether the code takes the address of a group, which becomes a pointer.
func usesAddress(p *check.Pass, cur inspector.Cursor, g *group) bool {
	for c := range cur.Parent().Preorder((*ast.Ident)(nil)) {
		if p.TypesInfo.Uses[c.Node().(*ast.Ident)] != g.group {
			continue
		}
		if _, method := c.Parent().Node().(*ast.SelectorExpr); !method {
			return true
		}
	}
	return false
}
