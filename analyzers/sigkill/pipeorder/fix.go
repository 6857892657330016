package pipeorder

import (
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix closes the input before the function waits; name is what it has there.
func fix(p *check.Pass, wait inspector.Cursor, pipe *types.Var, name string) *edit.Fix {
	stmt, ok := astindex.Statement(wait)
	if !ok {
		return nil
	}
	if name == pipe.Name() {
		if _, seen := p.Pkg.Scope().Innermost(wait.Node().Pos()).LookupParent(name, wait.Node().Pos()); seen != pipe {
			return nil
		}
	}
	e := p.Edit(wait.Node().Pos())
	e.Before(stmt.Node(), "_ = "+name+".Close()")
	return e.Fix("Close "+name+" before the wait", "")
}
