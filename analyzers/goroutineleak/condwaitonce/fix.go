package condwaitonce

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes the test a loop, where nothing else decides whether the wait is over.
func (w *wait) fix(use ast.Node) *edit.Fix {
	body := w.test.Body.List
	stmt, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok || stmt.X != w.call || len(body) > 1 || w.test.Else != nil || w.test.Init != nil || w.branches(use) {
		return nil
	}
	e := w.p.Edit(w.test.Pos())
	e.Replace(w.test.If, w.test.If+2, "for")
	return e.Fix("Test the condition again after each "+w.p.Name(w.call.Fun), "")
}
