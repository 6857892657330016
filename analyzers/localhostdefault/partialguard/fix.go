package partialguard

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/internal/setting"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPartialGuard repeats the test for each of the others, with its field and
// its setting's name in the place of the tested one's.
func fixPartialGuard(p *check.Pass, g *setting.Guard, guarded *setting.Setting, others []*setting.Setting) *edit.Fix {
	e := p.Edit(g.Test.Pos())
	sel, ok := ast.Unparen(g.Tested).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	stmt := g.Stmt.Node()
	text, owner := p.Source(stmt), p.Source(sel.X)
	indent := e.Indent(stmt.Pos())
	var lines []string
	for _, s := range others {
		repeated := strings.ReplaceAll(text, p.Source(sel), owner+"."+s.Field.Name())
		if guarded.Key != "" && s.Key != "" {
			repeated = strings.ReplaceAll(repeated, guarded.Key, s.Key)
		}
		lines = append(lines, strings.Split(strings.ReplaceAll(repeated, "\n"+indent, "\n"), "\n")...)
	}
	e.After(stmt, lines...)
	return e.Fix("Refuse "+names(others)+" in the same way", "a local "+names(others)+" is refused where the test is made")
}
