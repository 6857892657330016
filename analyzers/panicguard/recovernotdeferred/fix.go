package recovernotdeferred

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

const changes = "a panic no longer ends the process"

// fixCall defers the function that recovers: in place of the literal that only calls it, or
// beside the literal if the call is its first or last statement.
func (j *judge) fixCall(stmt *ast.DeferStmt, call *ast.CallExpr) *edit.Fix {
	if stmt == nil || len(stmt.Call.Args) > 0 || !localvar.Steady(j.p.TypesInfo, j.p.Files, call, true) {
		return nil
	}
	lit := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	list := lit.Body.List
	e := j.p.Edit(stmt.Pos())
	text := "defer " + j.p.Source(call)
	first, last := is(list[0], call), is(list[len(list)-1], call)
	switch {
	case first && last:
		e.Replace(stmt.Pos(), stmt.End(), text)
	case first:
		e.DeleteStmts(list[0], list[0])
		e.After(stmt, text)
	case last:
		e.DeleteStmts(list[len(list)-1], list[len(list)-1])
		e.Before(stmt, text)
	default:
		return nil
	}
	return e.Fix("Defer "+j.p.Source(call.Fun)+" itself", changes)
}

func is(stmt ast.Stmt, call *ast.CallExpr) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	return ok && ast.Unparen(expr.X) == call
}

// fixArgument evaluates the arguments when the deferred function runs.
func (j *judge) fixArgument(stmt *ast.DeferStmt) *edit.Fix {
	if _, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok || !localvar.Steady(j.p.TypesInfo, j.p.Files, stmt.Call, true) {
		return nil
	}
	e := j.p.Edit(stmt.Pos())
	e.Insert(stmt.Call.Pos(), "func() { ")
	e.Insert(stmt.End(), " }()")
	return e.Fix("Evaluate recover in a deferred function", changes)
}

// fixDirect logs what the deferred function recovers. There is none where the caller would
// get a nil error.
func (j *judge) fixDirect(stmt *ast.DeferStmt) *edit.Fix {
	if fn := j.around(stmt); fn == nil || result.Error(j.p.TypesInfo, fn) != nil {
		return nil
	}
	e := j.p.Edit(stmt.Pos())
	if e.Taken(stmt.Pos(), "log", "log") {
		return nil
	}
	log, indent := e.Import(stmt.Pos(), "log", "log"), "\n"+e.Indent(stmt.Pos())
	e.Replace(stmt.Call.Pos(), stmt.Call.End(), "func() {"+indent+"\tif r := recover(); r != nil {"+
		indent+"\t\t"+log+`.Printf("panic: %v", r)`+indent+"\t}"+indent+"}()")
	return e.Fix("Recover in a deferred function, and log the panic", changes)
}

// around returns the type of the function that has the statement.
func (j *judge) around(stmt *ast.DeferStmt) (found *ast.FuncType) {
	for _, file := range j.p.Files {
		if stmt.Pos() < file.FileStart || file.FileEnd < stmt.Pos() {
			continue
		}
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Pos() <= stmt.Pos() && stmt.End() <= n.End() {
					found = n.Type
				}
			case *ast.FuncLit:
				if n.Pos() <= stmt.Pos() && stmt.End() <= n.End() {
					found = n.Type
				}
			}
			return true
		})
	}
	return found
}
