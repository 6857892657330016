package failedreloadstored

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix leaves the function, or the pass of the loop, after the error has been logged.
//
//	if err != nil {
//		log.Print(err)
//		return
//	}
func fix(p *check.Pass, test inspector.Cursor) *edit.Fix {
	stmt := test.Node().(*ast.IfStmt)
	fn, ok := astindex.FuncAround(test)
	if !ok {
		return nil
	}
	leave := "return"
	for c := range test.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if c.Node().Pos() > fn.Node().Pos() {
			leave = "continue"
		}
	}
	if sig := astindex.Signature(p.TypesInfo, fn.Node()); leave == "return" && sig.Results().Len() > 0 {
		values, ok := edit.ZeroResults(p.Pass, test)
		if !ok {
			return nil
		}
		leave += " " + strings.Join(append(values, p.Source(ast.Unparen(stmt.Cond).(*ast.BinaryExpr).X)), ", ")
	}
	e := p.Edit(stmt.Pos())
	e.After(stmt.Body.List[len(stmt.Body.List)-1], leave)
	return e.Fix("Keep what is in use when the error is logged", "what follows is skipped then")
}
