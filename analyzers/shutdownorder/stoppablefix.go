package shutdownorder

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixStoppable stops a server that is not net/http's when the signal comes.
// Where the file does not know package context, the type of run cannot be named
// with one new import, and there is no fix.
func fixStoppable(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, stop string) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	stmt, inBlock := statement(cur)
	context := importName(p, fileOf(cur), "context")
	if !ok || !inBlock || context == "" {
		return nil
	}
	e := p.Edit(call.Pos())
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	run := p.Source(sel.X) + "." + stop
	method, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, stop)
	if fn, ok := method.(*types.Func); ok && fn.Signature().Results().Len() > 0 {
		run = "func() { _ = " + run + "() }"
	}
	if !fatalServe(p, stmt.Node(), call) {
		return nil
	}
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), lines(e.Indent(stmt.Node().Pos()),
		lc+".Main(func(ctx "+context+".Context) error {",
		"\t"+context+".AfterFunc(ctx, "+run+")",
		"\treturn "+p.Source(call),
		"})"))
	return e.Fix("Stop "+p.Source(sel.X)+" when "+lc+".Main gets a signal", "SIGTERM and SIGINT now end it in order; errors are logged by "+lc+".Main")
}

// fatalServe reports whether stmt does nothing with the error of call but to end
// the process.
func fatalServe(p *check.Pass, stmt ast.Node, call *ast.CallExpr) bool {
	if fatal := fatalCall(p, stmt); fatal != nil {
		return len(fatal.Args) == 1 && ast.Unparen(fatal.Args[0]) == call
	}
	test, ok := stmt.(*ast.IfStmt)
	if !ok || test.Init == nil || test.Else != nil || len(test.Body.List) != 1 || fatalCall(p, test.Body.List[0]) == nil {
		return false
	}
	assign, ok := test.Init.(*ast.AssignStmt)
	return ok && len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == call
}
