package servernotimeout

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// serveWithLifecycle puts with in the place of the call at cur. A call such as
// log.Fatal that takes its result gets a test around it, since with comes back
// without an error.
func serveWithLifecycle(e *edit.Builder, cur inspector.Cursor, call *ast.CallExpr, with string) {
	stmt, ok := cur.Parent().Parent().Node().(*ast.ExprStmt)
	if !ok {
		e.Replace(call.Pos(), call.End(), with)
		return
	}
	told := e.Text(stmt.Pos(), call.Pos()) + "err" + e.Text(call.End(), stmt.End())
	test := []string{"if err := " + with + "; err != nil {", "\t" + told, "}"}
	e.Replace(stmt.Pos(), stmt.End(), strings.Join(test, "\n"+e.Indent(stmt.Pos())))
}

// wantsLifecycle reports whether the call at cur can become lifecycle's: on the main
// goroutine of package main, which ends with it, with the error used, without signal
// handling that it would replace, and without leaving net/http unused.
func wantsLifecycle(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	if p.Pkg.Name() != "main" {
		return false
	}
	switch cur.Parent().Node().(type) {
	case *ast.AssignStmt, *ast.ReturnStmt:
	case *ast.CallExpr:
		if _, ok := cur.Parent().Parent().Node().(*ast.ExprStmt); !ok {
			return false
		}
	default:
		return false
	}
	index := astindex.Of(p.Pass)
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if _, ok := index.GoroutineOf(p.TypesInfo, fn.Node()); ok {
			return false
		}
	}
	for fn := range index.Calls {
		if fn.Pkg() != nil && fn.Pkg().Path() == "os/signal" {
			return false
		}
	}
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return edit.KeepsImport(p.TypesInfo, file.Node().(*ast.File), sel, func(sel *ast.SelectorExpr) bool {
			_, serves := catalog.HTTPServeFuncs[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
			return serves
		})
	}
	return false
}
