package transportpercall

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix closes the idle connections when the function returns, by the transport, or by the client
// that it is made for. A transport that callers share would be better, and is no small edit.
func fix(p *check.Pass, t *transport) *edit.Fix {
	assign, ok := statement(t.cur)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	switch callmatch.TypeName(p.TypesInfo.TypeOf(id)) {
	case "net/http.Transport", "net/http.Client":
	default:
		return nil
	}
	e := p.Edit(assign.Pos())
	e.After(assign, "defer "+id.Name+".CloseIdleConnections()")
	return e.Fix("Defer "+id.Name+".CloseIdleConnections()", "")
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
