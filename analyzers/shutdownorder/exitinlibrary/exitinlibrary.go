// Package exitinlibrary is the check shutdownorder/exit-in-library: function that returns errors ends the process.
package exitinlibrary

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed exitinlibrary.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "exit-in-library",
	Title:      "function that returns errors ends the process",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// maxCalls is how many calls lead from the exported function to the exit at most.
const maxCalls = 2

// run reports
//
//	func (t *Table) Load(path string) error {
//		data, err := os.ReadFile(path)
//		if err != nil {
//			log.Fatal(err) // the caller would have got the error
//		}
//		…
//	}
//
// in a package that is no program, and the same in what the exported function calls. Silent
// outside of what handles an error, and in functions that a handler's parameters tell, which
// exit-in-handler is about. Doubtful where the function is one that a program begins with, by its
// name, or the package is one of commands.
func run(p *check.Pass) {
	if p.Pkg.Name() == "main" {
		return
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	reported := make(map[*ast.FuncDecl]bool) // the first exit tells of the others
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		call, ok := ast.Unparen(cur.Node().(*ast.ExprStmt).X).(*ast.CallExpr)
		if !ok || p.Quiet(call.Pos()) {
			continue
		}
		exits, sure := ssainstr.Ending(p, call)
		if fn := callmatch.Callee(p.TypesInfo, call); !exits || !sure || fn != nil && fn.Pkg() == p.Pkg || failed(p, cur) == nil {
			continue
		}
		if decl := declOf(cur); decl != nil && !reported[decl] {
			if e := entryOf(p, decl, maxCalls); e != nil {
				reported[decl] = cause.Constant(p, call) == nil // which says nothing of the others
				report(p, cur, call, e)
			}
		}
	}
}

// failed returns the error because of which a statement runs, nil if there is none.
func failed(p *check.Pass, stmt inspector.Cursor) ast.Expr {
	for c := range stmt.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		if err := callmatch.TestedError(p.TypesInfo, test.Cond); err != nil && syntax.Within(test.Body, stmt.Node().Pos()) {
			return err
		}
	}
	return nil
}

// declOf returns the function that a statement is in, nil for one in a literal.
func declOf(cur inspector.Cursor) *ast.FuncDecl {
	around, _ := astindex.FuncAround(cur)
	decl, _ := around.Node().(*ast.FuncDecl)
	return decl
}

func report(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, e *types.Func) {
	if at, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, at)
		return
	}
	var doubts []check.Doubt
	if first := catalog.Words(e.Name())[0]; catalog.NamedSetup(e.Name()) || catalog.NamedSetup(p.Pkg.Name()) || catalog.LifetimeWords[first] || catalog.OpenWords[first] {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, e.Pos()))
	}
	if p.ByHand() || slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return catalog.CommandPackages[pkg.Path()] }) {
		doubts = append(doubts, check.Doubting(verdict.ByHand, call.Pos()))
	}
	if failed := cause.Constant(p, call); failed != nil {
		doubts = append(doubts, check.Doubting(verdict.OwnConstants, failed.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("callers of %s cannot handle the error, and what they have begun is lost: %s ends the process, although %[1]s returns errors",
			e.Name(), p.Source(call.Fun)),
		Trace:  []check.Hop{{Pos: e.Pos(), Message: "returns errors to its callers"}},
		Doubts: doubts,
		Fix:    fix(p, cur, call),
	})
}
