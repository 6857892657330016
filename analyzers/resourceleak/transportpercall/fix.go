package transportpercall

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix closes the idle connections when the function returns, by the transport that is made at cur, or by the
// client that it is made for. A transport that callers share would be better, and is no small edit.
func fix(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	assign, ok := statement(cur)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	after := ast.Stmt(assign)
	if len(assign.Lhs) == 2 {
		if after = tested(p, cur, assign); after == nil {
			return nil
		}
	}
	id, ok := closer(p, assign.Lhs[0])
	if !ok || id.Name == "_" {
		return nil
	}
	switch callmatch.TypeName(p.TypesInfo.TypeOf(id)) {
	case "net/http.Transport", "net/http.Client":
	default:
		return nil
	}
	e := p.Edit(assign.Pos())
	e.After(after, "defer "+id.Name+".CloseIdleConnections()")
	return e.Fix("Defer "+id.Name+".CloseIdleConnections()", "")
}

// fixReturned does so in the function that drops the client.
func fixReturned(p *check.Pass, t *transport, again *ssa.Call) *edit.Fix {
	cur, ok := t.cur.Inspector().Root().FindByPos(again.Pos(), again.Pos())
	if !ok {
		return nil
	}
	return fix(p, cur)
}

// closer returns the variable that closes the connections of what an assignment changes: the transport or client
// itself, or the local client whose Transport it is.
func closer(p *check.Pass, target ast.Expr) (*ast.Ident, bool) {
	if sel, ok := target.(*ast.SelectorExpr); ok && sel.Sel.Name == "Transport" {
		id, ok := sel.X.(*ast.Ident)
		return id, ok && callmatch.TypeName(p.TypesInfo.TypeOf(id)) == "net/http.Client"
	}
	id, ok := target.(*ast.Ident)
	return id, ok
}

// tested returns the statement after an assignment that leaves where the error is one, nil if there is none.
func tested(p *check.Pass, cur inspector.Cursor, assign *ast.AssignStmt) ast.Stmt {
	at, ok := astindex.Find(cur.Inspector(), assign)
	if !ok {
		return nil
	}
	next, ok := at.NextSibling()
	if !ok {
		return nil
	}
	test, ok := next.Node().(*ast.IfStmt)
	if !ok || callmatch.TestedError(p.TypesInfo, test.Cond) == nil || len(test.Body.List) == 0 {
		return nil
	}
	if _, leaves := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !leaves {
		return nil
	}
	return test
}

// statement returns the assignment around a transport, if it is in no loop.
func statement(cur inspector.Cursor) (found *ast.AssignStmt, ok bool) {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if found == nil {
				found = n
			}
		case *ast.ForStmt, *ast.RangeStmt:
			return nil, false
		case *ast.FuncDecl, *ast.FuncLit:
			return found, found != nil
		}
	}
	return nil, false
}
