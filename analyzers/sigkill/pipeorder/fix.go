package pipeorder

import (
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix closes the input before the function waits.
func fix(p *check.Pass, wait inspector.Cursor, pipe *types.Var) *edit.Fix {
	stmt, ok := astindex.Statement(wait)
	if !ok {
		return nil
	}
	if _, seen := p.Pkg.Scope().Innermost(wait.Node().Pos()).LookupParent(pipe.Name(), wait.Node().Pos()); seen != pipe {
		return nil
	}
	e := p.Edit(wait.Node().Pos())
	e.Before(stmt.Node(), "_ = "+pipe.Name()+".Close()")
	return e.Fix("Close "+pipe.Name()+" before the wait", "")
}
