package servereturnrace

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A waiting adds the wait after the statement that serves.
type waiting struct {
	p       *check.Pass
	e       *edit.Builder
	stmt    ast.Node
	serve   ast.Expr // the call, or the receive of its error
	closed  string   // the error of a server that was shut down
	receive string   // what to wait with
}

func (w *waiting) wait() bool {
	switch stmt := w.stmt.(type) {
	case *ast.ExprStmt:
		return w.inExpr(stmt)
	case *ast.ReturnStmt:
		if len(stmt.Results) != 1 || ast.Unparen(stmt.Results[0]) != w.serve {
			return false
		}
		err := syntax.Fresh(w.p, stmt.Pos(), "serveErr")
		w.replace(err+" := "+w.p.Source(w.serve), "if "+err+" == "+w.closed+" {", "\t"+w.receive, "}", "return "+err)
		return true
	case *ast.AssignStmt:
		id, ok := stmt.Lhs[0].(*ast.Ident)
		if !ok || len(stmt.Rhs) != 1 || ast.Unparen(stmt.Rhs[0]) != w.serve {
			return false
		}
		if id.Name == "_" {
			w.tested()
			return true
		}
		w.e.After(stmt, "if "+id.Name+" == "+w.closed+" {", "\t"+w.receive, "}")
		return true
	case *ast.IfStmt:
		return w.inIf(stmt)
	}
	return false
}

func (w *waiting) replace(list ...string) {
	w.e.Replace(w.stmt.Pos(), w.stmt.End(), syntax.Lines(w.e.Indent(w.stmt.Pos()), list...))
}

// tested replaces a statement that drops the error.
func (w *waiting) tested() {
	w.replace("if err := "+w.p.Source(w.serve)+"; err == "+w.closed+" {", "\t"+w.receive, "}")
}

func (w *waiting) inExpr(stmt *ast.ExprStmt) bool {
	if ast.Unparen(stmt.X) == w.serve {
		w.tested()
		return true
	}
	fatal := syntax.FatalCall(w.p, stmt)
	if fatal == nil || len(fatal.Args) != 1 || ast.Unparen(fatal.Args[0]) != w.serve {
		return false
	}
	w.replace("if err := "+w.p.Source(w.serve)+"; err != "+w.closed+" {", "\t"+w.p.Source(fatal.Fun)+"(err)", "}", w.receive)
	return true
}

// inIf handles if err := serve(); err != nil { … }. What is tested besides, such
// as err != http.ErrServerClosed, decides where the wait belongs.
func (w *waiting) inIf(stmt *ast.IfStmt) bool {
	assign, ok := stmt.Init.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || ast.Unparen(assign.Rhs[0]) != w.serve || stmt.Else != nil {
		return false
	}
	err := w.p.Source(assign.Lhs[0])
	if test, ok := stmt.Cond.(*ast.BinaryExpr); ok && test.Op == token.NEQ && w.p.TypesInfo.Types[test.Y].IsNil() {
		if !w.leaves(stmt.Body) {
			indent := w.e.Indent(stmt.Pos()) + "\t"
			w.e.Insert(stmt.Body.Lbrace+1, "\n"+indent+syntax.Lines(indent, "if "+err+" == "+w.closed+" {", "\t"+w.receive, "}"))
			return true
		}
		w.e.Insert(stmt.Cond.End(), " && "+err+" != "+w.closed)
	}
	if !w.leaves(stmt.Body) { // without a failure the function continues after it
		indent := w.e.Indent(stmt.Pos())
		w.e.Insert(stmt.End(), " else {\n"+indent+"\t"+w.receive+"\n"+indent+"}")
		return true
	}
	w.e.After(stmt, w.receive)
	return true
}

// leaves reports whether a block ends the function or the process.
func (w *waiting) leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(last.X).(*ast.CallExpr)
		return ok && ssainstr.Exits(w.p, call)
	}
	return false
}
