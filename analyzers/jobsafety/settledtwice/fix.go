package settledtwice

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix leaves after the first answer, where it is the last statement of a branch in a loop,
// or in a function without results.
func fix(p *check.Pass, cur inspector.Cursor, first settling) *edit.Fix {
	if !first.last {
		return nil
	}
	word := ""
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt, *ast.ForStmt:
			word = "continue"
		case *ast.FuncLit:
			word = returns(n.Type)
		case *ast.FuncDecl:
			word = returns(n.Type)
		default:
			continue
		}
		break
	}
	if word == "" {
		return nil
	}
	e := p.Edit(first.call.Pos())
	line := first.call.End()
	e.Insert(line, "\n"+e.Indent(first.call.Pos())+word)
	title := "Leave after " + p.Source(first.call.Fun)
	return e.Fix(title, "what follows is left out for a message that could not be handled")
}

func returns(t *ast.FuncType) string {
	if t.Results != nil && len(t.Results.List) > 0 {
		return ""
	}
	return "return"
}
