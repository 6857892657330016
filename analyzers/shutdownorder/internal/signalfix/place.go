package signalfix

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// ServingCall follows a function to the call with which it serves, and returns that and what it
// calls, nil if it is not known.
func ServingCall(p *check.Pass, body *ast.BlockStmt) (call *ast.CallExpr, fn *types.Func) {
	known := signals.Of(p.Pass)
	for range 8 { // through functions of the package, to the one that serves
		next := known.ServingCall(body)
		if next == nil && call != nil {
			next = known.Spawned(body) // the caller waits
		}
		if call = next; call == nil {
			return nil, nil
		}
		if fn = callmatch.Callee(p.TypesInfo, call); fn == nil || known.Decl(fn) == nil {
			break
		}
		body = known.Decl(fn).Body
	}
	return call, fn
}

// unheard reports whether the call runs in a goroutine that does not signal its end: then
// main would still wait after an orderly end.
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
	stmt, ok := astindex.Statement(cur)
	taker, arg := syntax.Takes(stmt.Node(), call)
	if !ok || taker == nil {
		e.Replace(call.Pos(), call.End(), with)
		testBehind(p, e, stmt, call)
		return
	}
	told := e.Text(taker.Pos(), arg.Pos()) + "err" + e.Text(arg.End(), taker.End())
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), syntax.Lines(e.Indent(stmt.Node().Pos()),
		"if err := "+with+"; err != nil {",
		"\t"+told,
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
	fatal := syntax.FatalCall(p, next.Node())
	if fatal == nil || len(fatal.Args) != 1 || syntax.DefinedBy(p, fatal.Args[0]) != syntax.DefinedBy(p, assign.Lhs[0]) {
		return
	}
	e.Replace(fatal.Pos(), fatal.End(), syntax.Lines(e.Indent(fatal.Pos()), "if "+p.Source(assign.Lhs[0])+" != nil {", "\t"+p.Source(fatal), "}"))
}
