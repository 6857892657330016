package exitinlibrary

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns the error, or only logs it where the next statement returns it. There is none where another result has
// no plain zero value, and where the exit is in a function that it calls.
func fix(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	const changes = "the process keeps running, and the caller handles the error"
	values, returns := edit.ZeroResults(p.Pass, cur)
	id, ok := failed(p, cur).(*ast.Ident)
	sel := syntax.Selector(call.Fun)
	if !ok || sel == nil || !returns || !callmatch.IsError(p.TypesInfo.TypeOf(id)) {
		return nil
	}
	e := p.Edit(call.Pos())
	if next, ok := cur.NextSibling(); ok {
		ret, isReturn := next.Node().(*ast.ReturnStmt)
		name := catalog.WithoutExit[callmatch.CalleeName(p.TypesInfo, call)]
		if !isReturn || name == "" || len(ret.Results) == 0 || p.Source(ret.Results[len(ret.Results)-1]) != id.Name {
			return nil
		}
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), name)
		return e.Fix("Log "+id.Name+" without an exit", changes)
	}
	if _, plain := ast.Unparen(sel.X).(*ast.Ident); !plain {
		return nil
	}
	e.DropImport(sel)
	e.Replace(cur.Node().Pos(), cur.Node().End(), "return "+strings.Join(append(values, edit.Wrapped(p.Pass, cur, id.Name, "")), ", "))
	return e.Fix("Return "+id.Name, changes)
}
