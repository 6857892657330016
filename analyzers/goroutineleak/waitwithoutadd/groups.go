package waitwithoutadd

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// inside returns the calls made in fn itself, function literals left out.
func inside(calls []astindex.Call, fn ast.Node) []astindex.Call {
	var list []astindex.Call
	for _, c := range calls {
		if c.In == fn {
			list = append(list, c)
		}
	}
	return list
}

// somewhereIn returns the calls made in n, function literals included.
func somewhereIn(calls []astindex.Call, n ast.Node) []astindex.Call {
	var list []astindex.Call
	for _, c := range calls {
		if syntax.Within(n, c.Expr.Pos()) {
			list = append(list, c)
		}
	}
	return list
}

// noneEnds reports whether none of the goroutines ever ends that are started after add: a
// wait for them blocks until the process exits, by design.
func noneEnds(p *check.Pass, add astindex.Call) bool {
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	starts, ends := 0, false
	ast.Inspect(add.In, func(n ast.Node) bool {
		start, ok := n.(*ast.GoStmt)
		if !ok || start.Pos() < add.Expr.Pos() {
			return true
		}
		starts++
		if lit, ok := ast.Unparen(start.Call.Fun).(*ast.FuncLit); ok {
			ends = ends || returnWithout(graphs.FuncLit(lit), nil, nil) != nil
			return true
		}
		decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, start.Call)]
		ends = ends || decl == nil || returnWithout(graphs.FuncDecl(decl), nil, nil) != nil
		return true
	})
	return starts > 0 && !ends
}
