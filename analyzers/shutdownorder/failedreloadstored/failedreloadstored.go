// Package failedreloadstored is the check shutdownorder/failed-reload-stored: value that could not be
// loaded replaces the one in use.
package failedreloadstored

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed failedreloadstored.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "failed-reload-stored",
	Title:      "value that could not be loaded replaces the one in use",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	routes, err := read(path)
//	if err != nil {
//		log.Print(err)
//	}
//	s.routes.Store(routes)
//
// for values that are stored with an atomic, and for fields and variables of the package in functions that
// load again. Silent where the branch of the error does more than to log it.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.IfStmt)(nil)) {
		test := cur.Node().(*ast.IfStmt)
		if p.Quiet(test.Pos()) || test.Init != nil || test.Else != nil || !onlyLogs(p, test.Body) {
			continue
		}
		value, call := loaded(p, cur)
		if value == nil {
			continue
		}
		if at := stored(p, cur, value); at != nil {
			report(p, cur, call, at, value)
		}
	}
}

func report(p *check.Pass, test inspector.Cursor, call *ast.CallExpr, at ast.Node, value *types.Var) {
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("what is in use is replaced by what %s returns with an error: %s is stored though the error is only logged (line %d)",
			p.Name(call.Fun), value.Name(), p.Line(test.Node().Pos())),
		Trace: []check.Hop{{Pos: call.Pos(), Message: "fails here"}, {Pos: test.Node().Pos(), Message: "the error is only logged"}},
		Fix:   fix(p, test),
	})
}

// onlyLogs reports whether a body logs and does nothing else.
func onlyLogs(p *check.Pass, body *ast.BlockStmt) bool {
	for _, stmt := range body.List {
		if logging.Call(p, stmt) == nil {
			return false
		}
	}
	return len(body.List) > 0
}
