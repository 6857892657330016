package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// cursorOf returns the cursor at n.
func cursorOf(p *check.Pass, n ast.Node) (inspector.Cursor, bool) {
	return astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), n)
}

// statement returns the innermost statement around cur that stands in a block or
// clause, cur itself included.
func statement(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok {
			for _, s := range astindex.Stmts(c.Parent().Node()) {
				if s == stmt {
					return c, true
				}
			}
		}
	}
	return cur, false
}

// fileOf returns the file around cur.
func fileOf(cur inspector.Cursor) *ast.File {
	for c := range cur.Enclosing((*ast.File)(nil)) {
		return c.Node().(*ast.File)
	}
	return nil
}

// mainFunc returns the program's main function, nil in other packages.
func mainFunc(p *check.Pass) *types.Func {
	if p.Pkg.Name() != "main" {
		return nil
	}
	fn, _ := p.Pkg.Scope().Lookup("main").(*types.Func)
	return fn
}

// fresh returns the first of names, or the last followed by a number, that means
// nothing at pos.
func fresh(p *check.Pass, pos token.Pos, names ...string) string {
	scope := p.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return names[0]
	}
	for i := 0; ; i++ {
		name := names[min(i, len(names)-1)]
		if i >= len(names) {
			name += strconv.Itoa(i - len(names) + 2)
		}
		if _, obj := scope.LookupParent(name, token.NoPos); obj == nil {
			return name
		}
	}
}

// importName returns the name under which the file of pos knows the package at
// path, "" if it does not.
func importName(p *check.Pass, file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if s, err := strconv.Unquote(spec.Path.Value); err == nil && s == path {
			if name := p.TypesInfo.PkgNameOf(spec); name != nil && name.Name() != "_" && name.Name() != "." {
				return name.Name()
			}
		}
	}
	return ""
}

// fatalCall returns the call in stmt that ends the process after it has logged
// its arguments, nil for other statements.
func fatalCall(p *check.Pass, stmt ast.Node) *ast.CallExpr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if row, ok := catalog.Exits[callmatch.CalleeName(p.TypesInfo, call)]; !ok || !row.Logs {
		return nil
	}
	return call
}

// lines joins lines with the indentation of the first.
func lines(indent string, list ...string) string { return strings.Join(list, "\n"+indent) }

// callExpr returns the call whose opening parenthesis is at pos, which is where
// SSA says that a call is.
func callExpr(p *check.Pass, pos token.Pos) *ast.CallExpr {
	if !pos.IsValid() {
		return nil
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		if call := c.Node().(*ast.CallExpr); call.Lparen == pos {
			return call
		}
	}
	return nil
}

// within reports whether pos lies in n.
func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
