package rollbackhideserror

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fix returns both errors: what led to the rollback, and that of the rollback itself.
func fix(p *check.Pass, result, err ast.Expr) *edit.Fix {
	if !goversion.AtLeast(p.Version(result.Pos()), "go1.20") {
		return nil
	}
	e := p.Edit(result.Pos())
	e.Insert(result.Pos(), e.Import(result.Pos(), "errors", "errors")+".Join("+p.Source(err)+", ")
	e.Insert(result.End(), ")")
	return e.Fix("Return "+p.Source(err)+" as well", "the function fails where it returned nil")
}
