package timernotreset

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix starts the timer before the jump as the other path does. There is none where that depends on what
// the other path has declared.
func fix(p *check.Pass, jump inspector.Cursor, reset *ast.CallExpr) *edit.Fix {
	visible := true
	ast.Inspect(reset, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		visible = visible && (!ok || v.IsField() || syntax.VisibleAt(p, v, jump.Node().Pos()))
		return true
	})
	if !visible {
		return nil
	}
	e := p.Edit(jump.Node().Pos())
	e.Before(jump.Node().(ast.Stmt), p.Source(reset))
	return e.Fix("Start the timer again with "+p.Source(reset), "")
}
