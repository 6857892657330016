package shutdownorder

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// unheard reports whether the call runs in a goroutine that tells nobody when it
// is over: then main would wait on after an orderly end.
func unheard(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.SendStmt)(nil), (*ast.GoStmt)(nil)) {
		switch c.Node().(type) {
		case *ast.SendStmt:
			return false
		case *ast.GoStmt:
			return true
		}
	}
	return false
}

// replaceServe puts another call in the place of the one at cur. One whose
// result goes straight to another call, such as log.Fatal, gets a test around it,
// since the new one comes back without an error.
func replaceServe(p *check.Pass, e *edit.Builder, cur inspector.Cursor, with string) {
	call := cur.Node()
	stmt, ok := statement(cur)
	taker, arg := takes(stmt.Node(), call)
	if !ok || taker == nil {
		e.Replace(call.Pos(), call.End(), with)
		testBehind(p, e, stmt, call)
		return
	}
	told := e.Text(taker.Pos(), arg.Pos()) + "err" + e.Text(arg.End(), taker.End())
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), lines(e.Indent(stmt.Node().Pos()),
		"if err := "+with+"; err != nil {",
		"\t"+told,
		"}"))
}

// takes returns the call that a statement consists of, and its argument that is
// inner; nil when there is none.
func takes(stmt, inner ast.Node) (*ast.CallExpr, ast.Expr) {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil, nil
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	for _, arg := range call.Args {
		if ast.Unparen(arg) == inner {
			return call, arg
		}
	}
	return nil, nil
}

// testBehind puts a test around a fatal call that follows the statement which
// keeps the result.
func testBehind(p *check.Pass, e *edit.Builder, stmt inspector.Cursor, call ast.Node) {
	assign, ok := stmt.Node().(*ast.AssignStmt)
	next, found := stmt.NextSibling()
	if !ok || !found || !assigns(assign, call) {
		return
	}
	fatal := fatalCall(p, next.Node())
	if fatal == nil || len(fatal.Args) != 1 || definedBy(p, fatal.Args[0]) != definedBy(p, assign.Lhs[0]) {
		return
	}
	e.Replace(fatal.Pos(), fatal.End(), lines(e.Indent(fatal.Pos()), "if "+p.Source(assign.Lhs[0])+" != nil {", "\t"+p.Source(fatal), "}"))
}
