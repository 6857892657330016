package responsebody

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixDropped closes the body of a response that nothing gets:
//
//	_, err := http.Get(url)  →  resp, err := http.Get(url)
//	                            if err == nil {
//	                                resp.Body.Close()
//	                            }
func fixDropped(p *check.Pass, s *site.Site) *edit.Fix {
	stmt, cur := s.Statement()
	assign, assigns := stmt.(*ast.AssignStmt)
	e := p.Edit(stmt.Pos())
	name := make(edit.NewNames).Fresh(p.Pass, cur, "resp")
	closing, indent := name+".Body.Close()", e.Indent(stmt.Pos())
	test, within := cur.Parent().Node().(*ast.IfStmt)
	listed, ok := astindex.Statement(cur)
	switch {
	case assigns && within && test.Init == stmt && test.Else == nil && callmatch.TestedError(p.TypesInfo, test.Cond) != nil:
		e.Replace(assign.Lhs[0].Pos(), assign.Lhs[0].End(), name)
		e.Insert(test.End(), " else {\n\t"+indent+closing+"\n"+indent+"}")
	case !ok || listed != cur:
		return nil
	case !assigns:
		e.Insert(stmt.Pos(), "if "+name+", err := ")
		e.Insert(stmt.End(), "; err == nil {\n\t"+indent+closing+"\n"+indent+"}")
	default:
		closeAssigned(p, e, cur, name, closing)
	}
	return e.Fix("Close the body of the response", "")
}

// closeAssigned closes the body of a response that the assignment at cur drops beside its error.
func closeAssigned(p *check.Pass, e *edit.Builder, cur inspector.Cursor, name, closing string) {
	assign := cur.Node().(*ast.AssignStmt)
	err := p.Source(assign.Lhs[1])
	if err == "_" {
		indent := e.Indent(assign.Pos())
		e.Replace(assign.Pos(), assign.Rhs[0].Pos(), "if "+name+", err := ")
		e.Insert(assign.End(), "; err == nil {\n\t"+indent+closing+"\n"+indent+"}")
		return
	}
	if assign.Tok == token.ASSIGN {
		e.Before(assign, "var "+name+" *"+e.Import(assign.Pos(), "net/http", "http")+".Response")
	}
	e.Replace(assign.Lhs[0].Pos(), assign.Lhs[0].End(), name)
	if test := leaves(p, cur, err); test != nil {
		e.After(test, closing)
		return
	}
	e.After(assign, "if "+err+" == nil {", "\t"+closing, "}")
}

// leaves returns the statement after cur if it leaves where the error is one, nil else.
func leaves(p *check.Pass, cur inspector.Cursor, err string) ast.Stmt {
	next, ok := cur.NextSibling()
	if !ok {
		return nil
	}
	test, ok := next.Node().(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 {
		return nil
	}
	if tested := callmatch.TestedError(p.TypesInfo, test.Cond); tested == nil || p.Source(tested) != err {
		return nil
	}
	switch test.Body.List[len(test.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return test
	}
	return nil
}
