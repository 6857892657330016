package malformedinput

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix waits for the work where it is started.
func fix(p *check.Pass, stmt *ast.GoStmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	e.Delete(stmt.Pos(), stmt.Call.Pos())
	return e.Fix("Wait for the work", "the caller waits")
}
