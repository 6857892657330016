package waitwithoutadd

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDoneTwice reports
//
//	wg.Go(func() {
//		defer wg.Done() // Go calls it as well
//
// An Add in the function that calls Go may count for the second one.
func reportDoneTwice(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	for _, start := range c.Gos {
		lit, ok := ast.Unparen(start.Expr.Args[0]).(*ast.FuncLit)
		if !ok {
			continue
		}
		for _, done := range inside(c.Dones, lit) {
			x := p.Source(waitgroup.Receiver(done.Expr))
			if adds := somewhereIn(c.Adds, start.In); len(adds) > 0 {
				p.Safe(done.Expr, x, verdict.Handled, adds[0].Expr.Pos())
				continue
			}
			p.Report(check.Finding{
				At:      done.Expr,
				Message: fmt.Sprintf("panic when the counter of %[1]s becomes negative: %[1]s.Go (line %[2]d) calls Done itself when the function returns", x, p.Line(start.Expr.Pos())),
				Trace:   []check.Hop{{Pos: start.Expr.Pos(), Message: "started here"}},
				Fix:     fixDoneTwice(p, in, done, x),
			})
		}
	}
}

// fixDoneTwice removes the statement that calls Done.
func fixDoneTwice(p *check.Pass, in *inspector.Inspector, done astindex.Call, x string) *edit.Fix {
	cur, ok := astindex.Find(in, done.Expr)
	if !ok {
		return nil
	}
	stmt, ok := cur.Parent().Node().(ast.Stmt)
	if !ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	e.DeleteStmts(stmt, stmt)
	return e.Fix("Leave "+x+".Done to "+x+".Go", "")
}
