package closedonreturn

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fix removes the deferred call, where no return with an error follows it, which would leave the value open.
func fix(p *check.Pass, e *ended, stmt *ast.DeferStmt) *edit.Fix {
	for ret, values := range ssaflow.Returns(e.by.Parent()) {
		if e.by.Block().Dominates(ret.Block()) && fails(ret, values) {
			return nil
		}
	}
	if _, ok := e.by.Call.Value.(*ssa.MakeClosure); ok {
		return nil // it may do more
	}
	b := p.Edit(stmt.Pos())
	b.DeleteLines(stmt)
	return b.Fix("Remove the deferred "+p.Name(stmt.Call.Fun), "what uses "+nameOf(e.value)+" has to close it")
}
