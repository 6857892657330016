package signalfix

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixStoppable stops a server that is not net/http's when the signal comes: in
// lifecycle.Main where the program does nothing after it, and where the error of
// serving goes elsewhere by
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	context.AfterFunc(ctx, s.GracefulStop)
func fixStoppable(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, stop string) *edit.Fix {
	sel := syntax.Selector(call.Fun)
	stmt, inBlock := astindex.Statement(cur)
	if sel == nil || !inBlock || inLoop(stmt) {
		return nil
	}
	e := p.Edit(call.Pos())
	run := stopFunc(p, sel.X, stop)
	last := fatalServe(p, stmt, call)
	if last == nil || p.Stdlib() {
		onSignal(p, e, stmt, run)
		return e.Fix("Stop "+p.Source(sel.X)+" when a signal comes", "SIGTERM and SIGINT now stop it in order")
	}
	context := e.Import(call.Pos(), "context", "context")
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	e.Replace(stmt.Node().Pos(), last.End(), syntax.Lines(e.Indent(stmt.Node().Pos()),
		lc+".Main(func(ctx "+context+".Context) error {",
		"\t"+context+".AfterFunc(ctx, "+run+")",
		"\treturn "+p.Source(call),
		"})"))
	return e.Fix("Stop "+p.Source(sel.X)+" when "+lc+".Main gets a signal", "SIGTERM and SIGINT now stop it in order; errors are logged by "+lc+".Main")
}

// fixAccepting closes the listener of a loop that accepts connections when the signal comes, in the plain
// style: the loop returns the error of Accept.
func fixAccepting(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	stmt, inBlock := astindex.Statement(cur)
	if !inBlock || inLoop(stmt) || unheard(cur) || fatalServe(p, stmt, call) != nil || syntax.FatalCall(p, stmt.Node()) != nil ||
		!signals.Of(p.Pass).Leaves(call) || !goversion.AtLeast(p.Version(call.Pos()), "go1.21") {
		return nil
	}
	for _, arg := range call.Args {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		if !ok || !isListener(p, id) {
			continue
		}
		e := p.Edit(call.Pos())
		onSignal(p, e, stmt, "func() { _ = "+id.Name+".Close() }")
		return e.Fix("Close "+id.Name+" when a signal comes", "SIGTERM and SIGINT now end the loop that accepts connections, and deferred calls run; those that are open are not waited for")
	}
	return nil
}

// isListener reports whether a variable is what accepts connections.
func isListener(p *check.Pass, id *ast.Ident) bool {
	accept, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(id), true, p.Pkg, "Accept")
	fn, ok := accept.(*types.Func)
	return ok && catalog.Accepts[callmatch.Name(fn)]
}

// onSignal puts the statements before stmt that run a function when a signal comes.
func onSignal(p *check.Pass, e *edit.Builder, stmt inspector.Cursor, run string) {
	at := stmt.Node().Pos()
	context, signal := e.Import(at, "context", "context"), e.Import(at, "os/signal", "signal")
	os, syscall := e.Import(at, "os", "os"), e.Import(at, "syscall", "syscall")
	ctx, release := syntax.Fresh(p, at, "ctx"), syntax.Fresh(p, at, "stop")
	e.Before(stmt.Node(),
		fmt.Sprintf("%s, %s := %s.NotifyContext(%s.Background(), %s.Interrupt, %s.SIGTERM)", ctx, release, signal, context, os, syscall),
		"defer "+release+"()",
		context+".AfterFunc("+ctx+", "+run+")")
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

// fatalServe returns the end of the statements that only end the process with the error of
// call: stmt, or the one after it. It is nil for others.
func fatalServe(p *check.Pass, stmt inspector.Cursor, call *ast.CallExpr) ast.Node {
	if fatal := syntax.FatalCall(p, stmt.Node()); fatal != nil {
		if len(fatal.Args) == 1 && ast.Unparen(fatal.Args[0]) == call {
			return stmt.Node()
		}
		return nil
	}
	switch n := stmt.Node().(type) {
	case *ast.IfStmt:
		if n.Init != nil && n.Else == nil && len(n.Body.List) == 1 && syntax.FatalCall(p, n.Body.List[0]) != nil && assigns(n.Init, call) {
			return n
		}
	case *ast.AssignStmt:
		next, ok := stmt.NextSibling()
		if !ok || !assigns(n, call) {
			return nil
		}
		fatal := syntax.FatalCall(p, next.Node())
		if fatal != nil && len(fatal.Args) == 1 && syntax.DefinedBy(p, fatal.Args[0]) == syntax.DefinedBy(p, n.Lhs[0]) {
			return next.Node()
		}
	}
	return nil
}

// assigns reports whether a statement keeps the result of call.
func assigns(stmt ast.Stmt, call ast.Node) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	return ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 && ast.Node(ast.Unparen(assign.Rhs[0])) == call
}
