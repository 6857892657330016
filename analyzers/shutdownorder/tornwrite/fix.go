package tornwrite

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
)

// changes is what a fix does beyond the bug.
const changes = "the file is replaced, which keeps neither its owner nor other hard links"

// fix lets the runtime package write the file, which takes the same arguments; without it,
// another file is written, and renamed. What is written in several calls has no fix.
func (f *files) fix(s *filestate.Site) *edit.Fix {
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	cur, found := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), s.Call)
	if !ok || !found || !catalog.FileWriters[callmatch.CalleeName(f.p.TypesInfo, s.Call)] {
		return nil
	}
	if f.p.Stdlib() {
		return f.rename(cur, s)
	}
	e := f.p.Edit(sel.Pos())
	if !edit.KeepsImport(f.p.TypesInfo, astindex.FileOf(cur), sel, func(other *ast.SelectorExpr) bool { return other.Sel.Name == "WriteFile" }) && !e.DropImport(sel) {
		return nil
	}
	lc := e.Import(sel.Pos(), f.p.Lifecycle(), "lifecycle")
	e.Replace(sel.Pos(), sel.End(), lc+".WriteFile")
	return e.Fix("Replace the file with "+lc+".WriteFile", changes)
}

// rename writes
//
//	return os.WriteFile(path, data, perm)
//
// to another file and renames that, and so with if err := os.WriteFile(…); err != nil { … }.
func (f *files) rename(cur inspector.Cursor, s *filestate.Site) *edit.Fix {
	path := f.p.Source(s.Path)
	if !plain(s.Path) {
		return nil
	}
	e := f.p.Edit(s.Call.Pos())
	os := e.Import(s.Call.Pos(), "os", "os")
	move := os + ".Rename(" + path + `+".tmp", ` + path + ")"
	e.Insert(s.Path.End(), `+".tmp"`)
	switch parent := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		if len(parent.Results) != 1 {
			return nil
		}
		indent := e.Indent(parent.Pos())
		e.Replace(parent.Pos(), s.Call.Pos(), "if err := ")
		e.Insert(parent.End(), "; err != nil {\n"+indent+"\treturn err\n"+indent+"}\n"+indent+"return "+move)
	case *ast.AssignStmt:
		stmt, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
		if !ok || stmt.Init != ast.Stmt(parent) || stmt.Else != nil || callmatch.TestedError(f.p.TypesInfo, stmt.Cond) == nil {
			return nil
		}
		e.Insert(stmt.End(), " else "+strings.Replace(f.p.Source(stmt), f.p.Source(s.Call), move, 1)) // not if the write has failed
	default:
		return nil
	}
	return e.Fix("Write another file, and rename it", changes+", and a kill may leave the other file")
}

// plain reports whether an expression may be evaluated more than once, and needs no parentheses.
func plain(expr ast.Expr) bool {
	switch x := ast.Unparen(expr).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return plain(x.X)
	}
	return false
}
