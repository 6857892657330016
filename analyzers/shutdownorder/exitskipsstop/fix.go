package exitskipsstop

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix logs the error without an exit, so that the rest is stopped as well:
//
//	log.Fatal(err)  →  log.Print(err)
func fix(p *check.Pass, stmt inspector.Cursor, exit *ast.CallExpr) *edit.Fix {
	sel, name := logging(p, exit)
	if name == "" {
		return nil
	}
	e := p.Edit(exit.Pos())
	e.Replace(sel.Pos(), sel.End(), name)
	return e.Fix("Log the error, and stop the rest", "the exit status is 0 when only this fails")
}

// fixAlways logs the error where there is one:
//
//	log.Fatal(srv.Shutdown(ctx))  →  if err := srv.Shutdown(ctx); err != nil {
//	                                 	log.Print(err)
//	                                 }
func fixAlways(p *check.Pass, stmt inspector.Cursor, exit, stop *ast.CallExpr) *edit.Fix {
	sel, name := logging(p, exit)
	if name == "" || len(exit.Args) != 1 {
		return nil
	}
	e := p.Edit(exit.Pos())
	indent := e.Indent(stmt.Node().Pos())
	logs := e.Text(exit.Pos(), sel.Pos()) + name + "(err)"
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), "if err := "+e.Text(stop.Pos(), stop.End())+"; err != nil {\n"+indent+"\t"+logs+"\n"+indent+"}")
	return e.Fix("Log the error, where there is one", "the process does not exit here")
}

// logging returns the name of a function that logs and exits, and of the one that only logs.
func logging(p *check.Pass, exit *ast.CallExpr) (*ast.Ident, string) {
	sel, ok := ast.Unparen(exit.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	return sel.Sel, catalog.WithoutExit[callmatch.CalleeName(p.TypesInfo, exit)]
}
