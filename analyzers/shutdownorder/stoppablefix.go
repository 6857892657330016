package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixStoppable stops a server that is not net/http's when the signal comes: in
// lifecycle.Main where the program does nothing after it, and where the error of
// serving goes elsewhere by
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	context.AfterFunc(ctx, s.GracefulStop)
func fixStoppable(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, stop string) *edit.Fix {
	sel := selector(call.Fun)
	stmt, inBlock := statement(cur)
	if sel == nil || !inBlock || inLoop(stmt) {
		return nil
	}
	e := p.Edit(call.Pos())
	run := stopFunc(p, sel.X, stop)
	if !fatalServe(p, stmt.Node(), call) || p.Stdlib() {
		context, signal := e.Import(call.Pos(), "context", "context"), e.Import(call.Pos(), "os/signal", "signal")
		os, syscall := e.Import(call.Pos(), "os", "os"), e.Import(call.Pos(), "syscall", "syscall")
		ctx, release := fresh(p, call.Pos(), "ctx"), fresh(p, call.Pos(), "stop")
		e.Before(stmt.Node(),
			fmt.Sprintf("%s, %s := %s.NotifyContext(%s.Background(), %s.Interrupt, %s.SIGTERM)", ctx, release, signal, context, os, syscall),
			"defer "+release+"()",
			context+".AfterFunc("+ctx+", "+run+")")
		return e.Fix("Stop "+p.Source(sel.X)+" when a signal comes", "SIGTERM and SIGINT now end it in order")
	}
	context := e.Import(call.Pos(), "context", "context")
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), lines(e.Indent(stmt.Node().Pos()),
		lc+".Main(func(ctx "+context+".Context) error {",
		"\t"+context+".AfterFunc(ctx, "+run+")",
		"\treturn "+p.Source(call),
		"})"))
	return e.Fix("Stop "+p.Source(sel.X)+" when "+lc+".Main gets a signal", "SIGTERM and SIGINT now end it in order; errors are logged by "+lc+".Main")
}

// stopFunc returns the text of a function that stops a server.
func stopFunc(p *check.Pass, server ast.Expr, stop string) string {
	run := p.Source(server) + "." + stop
	method, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(server), true, p.Pkg, stop)
	if fn, ok := method.(*types.Func); ok && fn.Signature().Results().Len() > 0 {
		return "func() { _ = " + run + "() }"
	}
	return run
}

// inLoop reports whether a statement may run more than once.
func inLoop(stmt inspector.Cursor) bool {
	for c := range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		return false
	}
	return false
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
