package unjoinedworker

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// reportDropped reports a stop that returns what its callers are to wait for, where nobody looks at that:
//
//	c.Stop() // returns a context that is done when the running jobs have returned
func reportDropped(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil), (*ast.DeferStmt)(nil)) {
		var call *ast.CallExpr
		switch n := cur.Node().(type) {
		case *ast.ExprStmt:
			call, _ = n.X.(*ast.CallExpr)
		case *ast.DeferStmt:
			call = n.Call
		}
		if call == nil || p.Quiet(call.Pos()) || !catalog.StopsLater[callmatch.CalleeName(p.TypesInfo, call)] {
			continue
		}
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("jobs that are running are interrupted: %s only starts no more of them, and returns a context that is done when the last one has returned",
				p.Source(call.Fun)),
			Fix: fixDropped(p, cur.Node(), call),
		})
	}
}

// fixDropped waits for the context, for a limited time:
//
//	select {
//	case <-c.Stop().Done():
//	case <-time.After(10 * time.Second):
//	}
func fixDropped(p *check.Pass, stmt ast.Node, call *ast.CallExpr) *edit.Fix {
	e := p.Edit(call.Pos())
	limit := e.Import(call.Pos(), "time", "time")
	indent := e.Indent(stmt.Pos())
	lines := []string{"select {", "case <-" + p.Source(call) + ".Done():", "case <-" + limit + ".After(10 * " + limit + ".Second):", "}"}
	if _, deferred := stmt.(*ast.DeferStmt); deferred {
		for i := range lines {
			lines[i] = "\t" + lines[i]
		}
		lines = append(append([]string{"func() {"}, lines...), "}()")
	}
	e.Replace(call.Pos(), call.End(), exitstmt.Lines(indent, lines...))
	return e.Fix("Wait for the running jobs", "the shutdown waits for them, for up to 10s")
}
