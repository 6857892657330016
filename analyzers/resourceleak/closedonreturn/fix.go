package closedonreturn

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fix removes the deferred call, where no return with an error follows it, which would leave the value open, and what
// is returned can close it: a function literal cannot.
func fix(p *check.Pass, e *ended, stmt *ast.DeferStmt) *edit.Fix {
	for ret, values := range ssaflow.Returns(e.by.Parent()) {
		if e.by.Block().Dominates(ret.Block()) && (fails(ret, values) || slices.ContainsFunc(values, isLiteral)) {
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

// isLiteral reports whether a value is a function literal.
func isLiteral(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return isLiteral(v.X)
	case *ssa.MakeInterface:
		return isLiteral(v.X)
	case *ssa.MakeClosure:
		return true
	}
	return false
}
