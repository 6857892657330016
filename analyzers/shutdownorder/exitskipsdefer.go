package shutdownorder

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var exitSkipsDefer = &check.Check{
	Slug:       "exit-skips-defer",
	Title:      "process exits while deferred calls that release something are pending",
	Severity:   check.Medium,
	Confidence: check.Doubtful, // half of what is skipped, the end of the process makes up for
	Since:      "0.1.0",
	Run:        runExitSkipsDefer,
}

// runExitSkipsDefer reports, once per function,
//
//	defer store.Close()
//	…
//	log.Fatal(err) // or os.Exit, or the Fatal of a known logger, or a function that calls one
//
// Silent when what the pending calls undo ends with the process anyway
// (contexts, locks, timers, files and connections, which the kernel closes),
// when they only log or recover, when the exit flushes what they would, when
// the same call is made before the exit, when they close what nothing was done
// with yet, when they stop a server and something has failed, and in goroutines,
// which give up on the whole process.
func runExitSkipsDefer(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	seen := make(map[ast.Node]bool)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			if seen[c.Node()] {
				break
			}
			seen[c.Node()] = true
			switch fn := c.Node().(type) {
			case *ast.FuncLit:
				if !goroutine(c) {
					checkExits(p, c, graphs.FuncLit(fn))
				}
			case *ast.FuncDecl:
				checkExits(p, c, graphs.FuncDecl(fn))
			}
			break
		}
	}
}

// goroutine reports whether the function literal at cur is what a go statement
// runs.
func goroutine(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != cur.Node() {
		return false
	}
	_, ok = cur.Parent().Parent().Node().(*ast.GoStmt)
	return ok
}

// checkExits looks for the first exit of fn, in source order, that skips a
// deferred call.
func checkExits(p *check.Pass, fn inspector.Cursor, graph *cfg.CFG) {
	if graph == nil {
		return
	}
	var first *ast.CallExpr
	var skipped []*ast.CallExpr
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			stmt, ok := n.(*ast.ExprStmt)
			if !ok {
				continue
			}
			call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
			if !ok || !b.Live || !exits(p, call) || first != nil && first.Pos() < call.Pos() {
				continue
			}
			if list := pendingReleases(p, graph, b, i, call); len(list) > 0 {
				first, skipped = call, list
			}
		}
	}
	if first != nil {
		reportExit(p, fn, first, skipped)
	}
}

// exits reports whether call ends the process without running deferred calls:
// itself, or because the function of this package that it calls does nothing
// else in the end.
func exits(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if _, ok := catalog.Exits[callmatch.Name(fn)]; ok || fn == nil {
		return ok
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || !p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn(fn.Origin()) {
		return false
	}
	exits, other := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && p.TypesInfo.Types[id].IsBuiltin() && id.Name == "panic" {
				other = true // deferred calls run
			}
			_, ok := catalog.Exits[callmatch.CalleeName(p.TypesInfo, n)]
			exits = exits || ok
		case *ast.ForStmt, *ast.SelectStmt, *ast.DeferStmt:
			other = true // what does not return need not exit
		}
		return true
	})
	return exits && !other
}

func reportExit(p *check.Pass, fn inspector.Cursor, exit *ast.CallExpr, skipped []*ast.CallExpr) {
	more := ""
	if n := len(skipped) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("%s ends the process without the deferred %s (line %d)%s: what they write or give back is lost",
			p.Source(exit.Fun), p.Source(skipped[0].Fun), p.Line(skipped[0].Pos()), more),
		Trace: []check.Hop{{Pos: skipped[0].Pos(), Message: "deferred here"}},
		Fix:   fixExit(p, fn, exit),
	})
}
