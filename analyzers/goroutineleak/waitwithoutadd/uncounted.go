package waitwithoutadd

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportNoDone reports, beside goroutines of the same group that do it,
//
//	wg.Add(1)
//	go func() {
//		work() // and no wg.Done
//	}()
//	…
//	wg.Wait()
func reportNoDone(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	if len(c.Waits) == 0 || len(c.Dones) == 0 || c.Open {
		return
	}
	for _, add := range c.Adds {
		value := p.TypesInfo.Types[add.Expr.Args[0]].Value
		if value == nil || value.ExactString() != "1" {
			continue
		}
		start := startAfter(p, in, add)
		if start == nil || returnsDone(p, c, start) {
			continue
		}
		x := p.Source(waitgroup.Receiver(add.Expr))
		f := check.Finding{
			At:      add.Expr,
			Message: fmt.Sprintf("%s.Wait() never returns: the goroutine started at line %d for this Add does not call Done", x, p.Line(start.Pos())),
			Trace:   []check.Hop{{Pos: start.Pos(), Message: "started here"}, {Pos: c.Waits[0].Expr.Pos(), Message: "waits here"}},
		}
		if waitgroup.Steady(p, start) && !copies(p, start, x) {
			e := p.Edit(add.Expr.Pos())
			deferDone(p, e, x, start)
			f.Fix = e.Fix("Call "+x+".Done when the goroutine ends", "")
		}
		p.Report(f)
	}
}

// startAfter returns the go statement that follows a call of Add.
func startAfter(p *check.Pass, in *inspector.Inspector, add astindex.Call) *ast.GoStmt {
	cur, ok := astindex.Find(in, add.Expr)
	if !ok {
		return nil
	}
	stmt, ok := cur.Parent().Node().(*ast.ExprStmt)
	if !ok {
		return nil
	}
	list := astindex.Stmts(cur.Parent().Parent().Node())
	i := slices.Index(list, ast.Stmt(stmt))
	if i < 0 || i+1 >= len(list) {
		return nil
	}
	start, _ := list[i+1].(*ast.GoStmt)
	return start
}

// returnsDone reports whether the goroutine may call Done, or what it does is not all known, or
// it never returns.
func returnsDone(p *check.Pass, c *waitgroup.Counter, start *ast.GoStmt) bool {
	flow := ssaflow.Of(p.Pass)
	i := slices.IndexFunc(flow.Starts(), func(s ssaflow.Start) bool { return s.Starter == "" && s.Instr.Pos() == start.Pos() })
	if i < 0 || !flow.Starts()[i].Complete || len(flow.Starts()[i].Bodies) == 0 || mentions(astindex.Of(p.Pass), c.V, start) {
		return true
	}
	for _, body := range flow.Starts()[i].Bodies {
		for _, fn := range worker.Reached(flow, body) {
			if fn.Syntax() == nil || len(somewhereIn(c.Dones, fn.Syntax())) > 0 || len(somewhereIn(c.Gos, fn.Syntax())) > 0 {
				return true
			}
		}
		if !slices.ContainsFunc(body.Blocks, func(b *ssa.BasicBlock) bool { _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); return returns }) {
			return true
		}
	}
	return false
}
