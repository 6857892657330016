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
// result goes straight to a fatal call gets a test around it, since the new one
// comes back without an error.
func replaceServe(p *check.Pass, e *edit.Builder, cur inspector.Cursor, with string) {
	call := cur.Node()
	stmt, ok := statement(cur)
	fatal := fatalCall(p, stmt.Node())
	if !ok || fatal == nil || len(fatal.Args) != 1 || ast.Unparen(fatal.Args[0]) != call {
		e.Replace(call.Pos(), call.End(), with)
		testBehind(p, e, stmt, call)
		return
	}
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), lines(e.Indent(stmt.Node().Pos()),
		"if err := "+with+"; err != nil {",
		"\t"+p.Source(fatal.Fun)+"(err)",
		"}"))
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
