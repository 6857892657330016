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

// An Error is one that is dropped. Part is its selector in the result, "" where the last result is the error; NoRow
// is the error, by its package and name, of a query that finds no row: the code may expect that one, "" for none;
// Changes is what the fix changes for callers.
type Error struct{ Part, NoRow, Changes string }

// Fix returns the error, where the other results of the function have plain zero values; a deferred literal sets
// the function's result, where that has a name.
func Fix(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt, d Error) *edit.Fix {
	fn, ok := astindex.FuncAround(cur)
	values, returns := edit.ZeroResults(p.Pass, cur)
	expr, isExpr := stmt.(*ast.ExprStmt)
	if !ok || !isExpr {
		return nil
	}
	call := p.Source(expr.X)
	if d.Part != "" {
		call += "." + d.Part
	}
	others := ""
	if tuple, ok := p.TypesInfo.TypeOf(expr.X).(*types.Tuple); ok && d.Part == "" {
		others = strings.Repeat("_, ", tuple.Len()-1)
	}
	title := "Return the error of " + p.Name(cur.Node().(*ast.CallExpr).Fun)
	if named := resultSetBy(p, fn); named != "" {
		if others != "" || d.NoRow != "" {
			return nil
		}
		e := p.Edit(stmt.Pos())
		e.Insert(stmt.Pos(), named+" = ")
		if d.Part != "" {
			e.Insert(stmt.End(), "."+d.Part)
		}
		return e.Fix(title, d.Changes)
	}
	if !returns {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	test := "err != nil"
	if i := strings.LastIndexByte(d.NoRow, '.'); i >= 0 {
		path, name := d.NoRow[:i], d.NoRow[i+1:]
		test += " && !" + e.Import(stmt.Pos(), "errors", "errors") + ".Is(err, " + e.Import(stmt.Pos(), path, packageName(p, cur.Node().(*ast.CallExpr), path)) + "." + name + ")"
		title += ", unless there is no row"
	}
	e.Replace(stmt.Pos(), stmt.End(), "if "+others+"err := "+call+"; "+test+" {\n"+indent+"\treturn "+strings.Join(append(values, edit.Wrapped(p.Pass, cur, "err", "")), ", ")+"\n"+indent+"}")
	return e.Fix(title, d.Changes)
}

// packageName returns the name of a package: that of what is called, or the last element of a path.
func packageName(p *check.Pass, call *ast.CallExpr, path string) string {
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == path {
		return fn.Pkg().Name()
	}
	return path[strings.LastIndexByte(path, '/')+1:]
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
