// Package waitwithoutadd is the check goroutineleak/wait-without-add: calls of Add, Done
// and Wait of a WaitGroup do not match.
package waitwithoutadd

import (
	"embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed waitwithoutadd.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "wait-without-add",
	Title:      "calls of Add, Done and Wait of a WaitGroup do not match",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Imports:    []string{"sync", "golang.org/x/sync/errgroup"},
	Pages:      pages,
	Run:        run,
}

// run reports, for a WaitGroup that only this package can reach:
//
//	go work()                     // nothing adds to wg
//	wg.Wait()                     // … so this returns immediately
//
//	wg.Add(1)                     // nothing takes it back
//	wg.Wait()                     // … so this never returns
//
//	wg.Add(len(jobs))
//	for _, job := range jobs {
//		go func() { defer wg.Done(); … }()
//		wg.Wait()                 // never returns in the first iteration
//	}
//
// and for any WaitGroup:
//
//	go func() {
//		wg.Add(1)                 // Wait may run before
//		defer wg.Done()
//
//	go func() {
//		if err != nil { return }  // Wait blocks forever
//		wg.Done()
//
//	wg.Go(func() {
//		defer wg.Done()           // Go calls it as well: panic
//
// An Add followed by the start of a goroutine that does not call Done, a local group that
// nothing waits for, a count of one for the goroutines of a loop, and an errgroup with a
// limit whose goroutines start others are reported as well. Silent when the group is passed
// on, assigned or embedded (the first three), when the starter counts as well (then the
// goroutine adds for others), when Done is conditional, and when an Add gets a parameter,
// which may be negative, or none of the goroutines ever ends (the second). Doubtful (the
// first) when nothing is started that could be counted.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	counters := waitgroup.Counters(p)
	for _, c := range counters {
		whole := c.Whole(p, in, counters)
		if len(whole.Waits) > 0 && !whole.Open {
			reportUnmatched(p, in, whole)
			reportWaitInLoop(p, in, whole)
			reportNoDone(p, in, whole)
		}
		for _, add := range c.Adds {
			reportLateAdd(p, in, c, add)
		}
		reportSkippedDone(p, in, c)
		reportDoneTwice(p, in, c)
		reportMissedWait(p, in, whole)
		reportCountedOnce(p, in, c)
		reportBeside(p, c)
	}
	reportNestedGo(p, in)
	for _, c := range errGroups(p) {
		reportMissedWait(p, in, c)
	}
	report.Report(p)
}

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
