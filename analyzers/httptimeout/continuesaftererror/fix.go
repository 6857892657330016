package continuesaftererror

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns at the end of the branch that answers, where the function has no results.
func fix(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	fn, ok := astindex.FuncAround(cur)
	if !ok || astindex.Signature(p.TypesInfo, fn.Node()).Results().Len() > 0 {
		return nil
	}
	list := astindex.Stmts(cur.Parent().Node())
	if !isClause(cur.Parent().Node()) {
		if _, branch := cur.Parent().Parent().Node().(*ast.IfStmt); !branch {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	e := p.Edit(cur.Node().Pos())
	e.After(list[len(list)-1], "return")
	return e.Fix("Return after the error", "what follows is skipped")
}
