package commiterrordropped

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns the error, where the other results of the function have plain zero values; a deferred literal sets
// the function's result, where that has a name.
func fix(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt, part string) *edit.Fix {
	fn, ok := astindex.FuncAround(cur)
	values, returns := edit.ZeroResults(p.Pass, cur)
	expr, isExpr := stmt.(*ast.ExprStmt)
	if !ok || !isExpr {
		return nil
	}
	call := p.Source(expr.X)
	if part != "" {
		call += "." + part
	}
	title := "Return the error of " + p.Source(cur.Node().(*ast.CallExpr).Fun)
	if named := resultSetBy(p, fn); named != "" {
		e := p.Edit(stmt.Pos())
		e.Insert(stmt.Pos(), named+" = ")
		if part != "" {
			e.Insert(stmt.End(), "."+part)
		}
		return e.Fix(title, "a failed commit is an error of the function")
	}
	if !returns {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), "if err := "+call+"; err != nil {\n"+indent+"\treturn "+strings.Join(append(values, "err"), ", ")+"\n"+indent+"}")
	return e.Fix(title, "a failed commit is an error of the function")
}

// resultSetBy returns the name of the error result of the function around a literal that is deferred, ""
// if it is none, or has no name.
func resultSetBy(p *check.Pass, lit inspector.Cursor) string {
	call := lit.Parent()
	if _, deferred := call.Parent().Node().(*ast.DeferStmt); !deferred {
		return ""
	}
	around, ok := astindex.FuncAround(call)
	if !ok {
		return ""
	}
	results := astindex.Signature(p.TypesInfo, around.Node()).Results()
	if results.Len() == 0 || !callmatch.IsError(results.At(results.Len()-1).Type()) {
		return ""
	}
	name := results.At(results.Len() - 1).Name()
	if name == "_" {
		return ""
	}
	return name
}
