package waitwithoutadd

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportUnmatched reports a group that is waited for and never added to, or
// never taken from.
func reportUnmatched(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	wait := c.Waits[0]
	x := p.Source(waitgroup.Receiver(wait.Expr))
	f := check.Finding{At: wait.Expr}
	switch {
	case len(c.Adds)+len(c.Gos) == 0:
		f.Message = fmt.Sprintf("%s.Wait() returns immediately: no Add or Go counts anything in %s", x, x)
		f.Trace = []check.Hop{{Pos: c.V.Pos(), Message: "declared here"}}
		f.Fix = fixNoAdd(p, in, c, wait)
		if len(c.Dones) == 0 && !startsAny(p, in, c) {
			f.Doubts = []check.Doubt{check.Doubting(verdict.DeadCode, c.V.Pos())}
		}
	case len(c.Dones)+len(c.Gos) == 0 && !c.Either && !p.Quiet(c.Adds[0].Expr.Pos()) && !noneEnds(p, c.Adds[0]):
		add := c.Adds[0].Expr
		f.Message = fmt.Sprintf("%s.Wait() never returns: nothing calls Done for the Add at %s", x, p.Where(add.Pos(), wait.Expr.Pos()))
		f.Trace = []check.Hop{{Pos: add.Pos(), Message: "counted here"}}
		f.Fix = fixNoDone(p, c, wait)
	default:
		return
	}
	p.Report(f)
}

// reportLateAdd reports an Add that runs in the goroutine it counts, or after the go
// statement that starts it.
func reportLateAdd(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, add astindex.Call) {
	given := len(c.Waits) == 0 && c.V.Kind() == types.ParamVar // the caller that passes it waits for it
	if len(c.Waits) == 0 && !given || !given && p.Quiet(c.Waits[0].Expr.Pos()) {
		return
	}
	starts, inBody := lateFor(p, in, c, add)
	if len(starts) == 0 || p.SaysBeside(add.Expr.Pos(), "staticcheck") {
		return
	}
	if pos := closedFirst(p, c, add); pos.IsValid() {
		p.Safe(add.Expr, p.Source(add.Expr.Fun), verdict.Handled, pos)
		return
	}
	start, waits := starts[0], c.Waits
	if passed := passedAs(p, c, start); passed != nil && given {
		waits = passed.Waits
	}
	x := p.Source(waitgroup.Receiver(add.Expr))
	where := "comes after the start of the goroutine at " + p.Where(start.Node.Pos(), add.Expr.Pos()) + " that it counts"
	if inBody {
		where = "runs in the goroutine that it counts, started at " + p.Where(start.Node.Pos(), add.Expr.Pos())
	}
	f := check.Finding{At: add.Expr, Trace: []check.Hop{{Pos: start.Node.Pos(), Message: "started here"}}, Fix: fixLateAdd(p, in, starts, add, inBody)}
	if len(waits) == 0 {
		f.Message = fmt.Sprintf("the caller's %[3]s.Wait may return too early: %[1]s.Add %[2]s", x, where, x)
	} else {
		wait := waits[0].Expr.Pos()
		f.Message = fmt.Sprintf("the Wait at %[3]s may return too early: %[1]s.Add %[2]s", x, where, p.Where(wait, add.Expr.Pos()))
		f.Trace = append(f.Trace, check.Hop{Pos: wait, Message: "waits here"})
	}
	p.Report(f)
}

// reportSkippedDone reports a Done that a goroutine's function can return
// without: it is neither deferred nor on every path.
func reportSkippedDone(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	for _, done := range c.Dones {
		if !onlyDone(p, c, done) {
			continue
		}
		cur, ok := astindex.Find(in, done.Expr)
		if !ok || cur.Parent().Parent().Node() != astindex.FuncBody(done.In) && !eachReturns(in, inside(c.Dones, done.In)) {
			continue // deferred, or in a branch that continues
		}
		_, graph := syntax.Enclosing(p, cur)
		ret := returnWithout(graph, inside(c.Dones, done.In), refused(p, in, c))
		if ret == nil {
			continue
		}
		x := p.Source(waitgroup.Receiver(done.Expr))
		p.Report(check.Finding{
			At:      done.Expr,
			Message: fmt.Sprintf("%[1]s.Wait never returns after the return at line %[2]d, which skips %[1]s.Done", x, p.Line(ret.Pos())),
			Trace:   []check.Hop{{Pos: ret.Pos(), Message: "returns without Done"}},
			Fix:     fixSkippedDone(p, c, done, x),
		})
	}
}
