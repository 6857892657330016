package socketleft

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix removes the file before, where the function returns an error and the path may be evaluated twice.
func fix(p *check.Pass, cur inspector.Cursor, path ast.Expr) *edit.Fix {
	stmt, ok := astindex.Statement(cur)
	values, returns := edit.ZeroResults(p.Pass, cur)
	if !ok || !returns || !plain(path) {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	os := e.Import(stmt.Node().Pos(), "os", "os")
	e.Before(stmt.Node(), "if err := "+os+".Remove("+p.Source(path)+"); err != nil && !"+os+".IsNotExist(err) {", "\treturn "+strings.Join(append(values, edit.Wrapped(p.Pass, cur, "err", "removing the socket")), ", "), "}")
	return e.Fix("Remove the socket file before", "a second process takes the socket away from one that still runs")
}

func plain(expr ast.Expr) bool {
	switch x := ast.Unparen(expr).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return plain(x.X)
	}
	return false
}
