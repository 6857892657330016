package waitwithoutadd

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// reportWaitInLoop reports a Wait in the loop that starts the goroutines, when
// all of them were counted in front of the loop. A count of one is left alone:
// the loop may run once.
func reportWaitInLoop(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	if len(c.Adds) != 1 || len(c.Gos) > 0 || p.Source(c.Adds[0].Expr.Args[0]) == "1" {
		return
	}
	add := c.Adds[0]
	for _, wait := range c.Waits {
		cur, ok := astindex.Find(in, wait.Expr)
		if !ok || wait.In != add.In || add.Expr.Pos() > wait.Expr.Pos() {
			continue
		}
		loops := syntax.LoopsAround(cur.Parent())
		if len(loops) != 1 || syntax.Within(loops[0].Node(), add.Expr.Pos()) || !startsIn(p, c, loops[0].Node()) {
			continue
		}
		x := p.Source(waitgroup.Receiver(wait.Expr))
		p.Report(check.Finding{
			At: wait.Expr,
			Message: fmt.Sprintf("%s.Wait() in the loop at line %d never returns: the Add at line %d counts the goroutines of all iterations",
				x, p.Line(loops[0].Node().Pos()), p.Line(add.Expr.Pos())),
			Trace: []check.Hop{{Pos: add.Expr.Pos(), Message: "counted here"}, {Pos: loops[0].Node().Pos(), Message: "one is started per iteration"}},
			Fix:   fixWaitInLoop(p, cur.Parent().Node(), wait, loops[0].Node()),
		})
	}
}

// startsIn reports whether the loop itself starts a goroutine that calls Done once.
func startsIn(p *check.Pass, c *waitgroup.Counter, loop ast.Node) bool {
	for _, s := range astindex.Of(p.Pass).Starts {
		if s.Lit != nil && syntax.Within(loop, s.Node.Pos()) && len(somewhereIn(c.Dones, s.Lit)) == 1 {
			return true
		}
	}
	return false
}

// fixWaitInLoop moves the Wait after the loop.
func fixWaitInLoop(p *check.Pass, stmt ast.Node, wait astindex.Call, loop ast.Node) *edit.Fix {
	e := p.Edit(wait.Expr.Pos())
	text := p.Source(wait.Expr)
	e.DeleteLines(stmt)
	e.After(loop, text)
	return e.Fix("Move "+text+" after the loop", "")
}
