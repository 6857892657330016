// Package dropped finds the statements that drop an error, and returns it instead.
package dropped

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Statement returns the statement that drops the result of a call, nil if something gets it. A blank one assigns
// all of it to blank identifiers.
func Statement(cur inspector.Cursor) (stmt ast.Stmt, blank bool) {
	switch stmt := cur.Parent().Node().(type) {
	case *ast.ExprStmt:
		return stmt, false
	case *ast.DeferStmt:
		return stmt, false
	case *ast.AssignStmt:
		named := slices.ContainsFunc(stmt.Lhs, func(lhs ast.Expr) bool {
			id, ok := lhs.(*ast.Ident)
			return !ok || id.Name != "_"
		})
		if !named {
			return stmt, true
		}
	}
	return nil, false
}

// Fix returns the error, where the other results of the function have plain zero values; a deferred literal sets
// the function's result, where that has a name. The part is the selector of the error in the result, "" where the
// last result is the error; changes is what the fix changes for callers.
func Fix(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt, part, changes string) *edit.Fix {
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
	others := ""
	if tuple, ok := p.TypesInfo.TypeOf(expr.X).(*types.Tuple); ok && part == "" {
		others = strings.Repeat("_, ", tuple.Len()-1)
	}
	title := "Return the error of " + p.Name(cur.Node().(*ast.CallExpr).Fun)
	if named := resultSetBy(p, fn); named != "" {
		if others != "" {
			return nil
		}
		e := p.Edit(stmt.Pos())
		e.Insert(stmt.Pos(), named+" = ")
		if part != "" {
			e.Insert(stmt.End(), "."+part)
		}
		return e.Fix(title, changes)
	}
	if !returns {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), "if "+others+"err := "+call+"; err != nil {\n"+indent+"\treturn "+strings.Join(append(values, "err"), ", ")+"\n"+indent+"}")
	return e.Fix(title, changes)
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
