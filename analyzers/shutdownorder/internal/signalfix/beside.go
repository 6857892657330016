// Package signalfix has the fix by which a program serves until a signal comes.
package signalfix

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixBeside makes a worker of a server that runs in a goroutine, and lets main, which
// blocks forever, wait for the signal instead:
//
//	go s.Serve(lis)  →  lifecycle.Go(func(ctx context.Context) {
//		context.AfterFunc(ctx, s.GracefulStop)
//		_ = s.Serve(lis)
//	})
//	…
//	select {}  →  lifecycle.Main(func(ctx context.Context) error { … })
//
// Both must be in one file.
func fixBeside(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, stop string) *edit.Fix {
	start, ok := cur.Parent().Node().(*ast.GoStmt)
	wait := waitsForEver(p)
	if !ok || stop == "" || wait == nil || p.Fset.File(wait.Pos()) != p.Fset.File(call.Pos()) {
		return nil
	}
	e := p.Edit(call.Pos())
	context := e.Import(call.Pos(), "context", "context")
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	e.Replace(start.Pos(), start.End(), syntax.Lines(e.Indent(start.Pos()),
		lc+".Go(func(ctx "+context+".Context) {",
		"\t"+context+".AfterFunc(ctx, "+stopFunc(p, syntax.Selector(call.Fun).X, stop)+")",
		"\t_ = "+p.Source(call),
		"})"))
	e.Replace(wait.Pos(), wait.End(), syntax.Lines(e.Indent(wait.Pos()),
		lc+".Main(func(ctx "+context+".Context) error {",
		"\t<-ctx.Done()",
		"\treturn nil",
		"})"))
	return e.Fix("Serve with "+lc+".Go, and wait with "+lc+".Main", "SIGTERM and SIGINT now stop it in order")
}

// waitsForEver returns the statement of main that waits for nothing.
func waitsForEver(p *check.Pass) *ast.SelectStmt {
	decl := syntax.IndexDecl(p, syntax.MainFunc(p))
	if decl == nil {
		return nil
	}
	for _, stmt := range decl.Body.List {
		if wait, ok := stmt.(*ast.SelectStmt); ok && len(wait.Body.List) == 0 {
			return wait
		}
	}
	return nil
}
