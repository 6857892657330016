package exitinlibrary

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns the error. There is none where the function has other results than an error, and
// where the exit is in a function that it calls.
func fix(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	fn, _ := p.TypesInfo.Defs[declOf(cur).Name].(*types.Func)
	id, ok := failed(p, cur).(*ast.Ident)
	sel := syntax.Selector(call.Fun)
	if results := fn.Signature().Results(); !ok || sel == nil || results.Len() != 1 || !callmatch.IsError(results.At(0).Type()) || !callmatch.IsError(p.TypesInfo.TypeOf(id)) {
		return nil
	}
	if _, plain := ast.Unparen(sel.X).(*ast.Ident); !plain {
		return nil
	}
	e := p.Edit(call.Pos())
	e.DropImport(sel)
	e.Replace(cur.Node().Pos(), cur.Node().End(), "return "+id.Name)
	if next, ok := cur.NextSibling(); ok {
		if _, returns := next.Node().(*ast.ReturnStmt); returns {
			return nil
		}
	}
	return e.Fix("Return "+id.Name, "the process keeps running, and the caller handles the error")
}
