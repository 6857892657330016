package closeerrordropped

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix removes the file, unless a deferred call does, and returns the error, where the other results of the function
// have plain zero values.
func fix(p *check.Pass, fn inspector.Cursor, call *ast.CallExpr, stmt ast.Stmt, rename *ast.CallExpr) *edit.Fix {
	values, ok := edit.ZeroResults(p.Pass, fn)
	if !ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	remove := ""
	if pkg, ok := ast.Unparen(rename.Fun).(*ast.SelectorExpr); ok && !removesLater(fn) {
		remove = indent + "\t" + p.Source(pkg.X) + ".Remove(" + p.Source(rename.Args[0]) + ")\n"
	}
	e.Replace(stmt.Pos(), stmt.End(), "if err := "+p.Source(call)+"; err != nil {\n"+remove+indent+"\treturn "+strings.Join(append(values, edit.Wrapped(p.Pass, fn, "err", "closing the file")), ", ")+"\n"+indent+"}")
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
