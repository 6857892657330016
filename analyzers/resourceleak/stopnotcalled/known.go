package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/undoes"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgeKnown judges a call by what the function does that it returns, and reports whether that settles it. One
// that removes a file which was there before holds nothing: a path that fails leaves the file for the next
// attempt. One that takes back what has been registered is reported where a handler of requests drops it:
//
//	events, _ := s.jobs.Subscribe(id)
//
// Each request leaves a subscription.
func judgeKnown(p *check.Pass, s *site.Site, known *undoes.Fact) bool {
	name := s.Name(p, known.Result)
	switch {
	case name == "":
		return false
	case known.Removes:
		p.Safe(s.Call, name, verdict.Handled, s.Call.Pos())
		return true
	case name != "_" || !known.Registered || !inHandler(p, s):
		return false
	}
	stmt, _ := s.Statement()
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return false
	}
	p.Report(check.Finding{
		At:      assign.Lhs[known.Result],
		Message: fmt.Sprintf("each request leaves what %s registers: the function that takes it back is dropped", p.Source(s.Call.Fun)),
		Fix:     fixKnown(p, s, assign, known.Result),
	})
	return true
}

// fixKnown defers the function, after the test of what the call returns with it; nil where that is not clear.
func fixKnown(p *check.Pass, s *site.Site, assign *ast.AssignStmt, i int) *edit.Fix {
	_, cur := s.Statement()
	list := astindex.Stmts(cur.Parent().Node())
	scope := p.Pkg.Scope().Innermost(assign.Pos())
	if _, taken := scope.LookupParent("unregister", token.NoPos); taken != nil || list == nil || assign.Tok != token.DEFINE {
		return nil
	}
	after := ast.Stmt(assign)
	if len(assign.Lhs) > 2 || i == 0 && len(assign.Lhs) > 1 { // ok or an error comes with it
		next, ok := cur.NextSibling()
		if !ok {
			return nil
		}
		test, ok := next.Node().(*ast.IfStmt)
		if !ok || test.Else != nil || test.Init != nil {
			return nil
		}
		after = test
	}
	e := p.Edit(assign.Pos())
	e.Replace(assign.Lhs[i].Pos(), assign.Lhs[i].End(), "unregister")
	e.After(after, "defer unregister()")
	return e.Fix("Defer the function", "")
}
