package poolnotreset

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix empties the value where it is taken out of the pool.
func fix(p *check.Pass, cur inspector.Cursor, k *kind) *edit.Fix {
	stmt, ok := astindex.Statement(cur)
	if !ok || k.empty == "" {
		return nil
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return nil
	}
	if _, ok := assign.Lhs[0].(*ast.Ident); !ok {
		return nil
	}
	e := p.Edit(assign.Pos())
	line := fmt.Sprintf(k.empty, p.Source(assign.Lhs[0]))
	e.After(assign, line)
	return e.Fix("Call "+line, "")
}
