package closeerrordropped

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix removes the file, unless a deferred call does, and returns the error, where that is the only result
// of the function.
func fix(p *check.Pass, fn inspector.Cursor, call *ast.CallExpr, stmt ast.Stmt, rename *ast.CallExpr) *edit.Fix {
	results := astindex.Signature(p.TypesInfo, fn.Node()).Results()
	if results.Len() != 1 || !callmatch.IsError(results.At(0).Type()) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	remove := ""
	if pkg, ok := ast.Unparen(rename.Fun).(*ast.SelectorExpr); ok && !removesLater(fn) {
		remove = indent + "\t" + p.Source(pkg.X) + ".Remove(" + p.Source(rename.Args[0]) + ")\n"
	}
	e.Replace(stmt.Pos(), stmt.End(), "if err := "+p.Source(call)+"; err != nil {\n"+remove+indent+"\treturn err\n"+indent+"}")
	return e.Fix("Return the error of "+p.Source(call.Fun), "a failed close keeps the file from its place")
}

// removesLater reports whether a deferred call removes something.
func removesLater(fn inspector.Cursor) bool {
	for c := range fn.Preorder((*ast.DeferStmt)(nil)) {
		if mentionsName(c.Node(), "Remove") {
			return true
		}
	}
	return false
}
