// Package unboundedwait is the check goroutineleak/unbounded-wait: shutdown waits without
// a limit for a goroutine that may be slow to return.
package unboundedwait

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unboundedwait.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "unbounded-wait",
	Title:      "shutdown waits without a limit for a goroutine that may be slow to return",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (c *Client) Stop() {
//		close(c.stop)
//		<-c.done // or c.wg.Wait()
//	}
//
// where the function that asks goroutines to stop has a context that the wait ignores, or
// where the goroutine may be in the middle of a call that the stop signal does not
// interrupt and that may take long. Silent when the function sends no stop signal (then it
// waits for work to be done), when it starts the goroutines itself, when a function that it
// calls has waited with a limit, and when the goroutines do nothing but compute and wait
// for what stops them.
func run(p *check.Pass) {
	runGracefulStops(p)
	runShutdowns(p)
	if !ssainstr.StartsGoroutines(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, w := range joinWaits(p, flow) {
		fn := w.at.Parent()
		if p.Quiet(w.at.Pos()) || !asksToStop(p, flow, w.at) {
			continue
		}
		if reportPeers(p, flow, w) {
			continue
		}
		ctx := contextParam(p, w.at)
		slow := flow.SlowCall(w.bodies)
		switch {
		case ctx == "" && slow == nil:
			p.Safe(check.Span(w.at.Pos(), w.at.Pos()), "wait for a goroutine that calls nothing slow", verdict.Limited, fn.Pos())
		case hasWaited(flow, w):
			p.Safe(check.Span(w.at.Pos(), w.at.Pos()), "wait", verdict.Limited, fn.Pos())
		default:
			reportUnboundedWait(p, w, ctx, slow)
		}
	}
}

// knowsLimits returns what speaks against a report of a wait in a function that has a
// select which a context or a time ends: what it waits for without is its choice.
func knowsLimits(flow *ssaflow.Flow, fn *ssa.Function) []check.Doubt {
	for instr := range ssaflow.Instrs(fn) {
		if sel, ok := instr.(*ssa.Select); ok && hasLimit(flow, sel) {
			return []check.Doubt{check.Doubting(verdict.Deliberate, sel.Pos())}
		}
	}
	return nil
}

func hasLimit(flow *ssaflow.Flow, sel *ssa.Select) bool {
	return slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool { return s.Send == nil && ssainstr.TellsEnd(flow, s.Chan) })
}

// hasWaited reports whether the function of the wait calls another one that waits for
// the same channel with a limit.
func hasWaited(flow *ssaflow.Flow, w *joinWait) bool {
	return w.on != nil && slices.ContainsFunc(w.on.Receives, func(op ssaflow.Op) bool {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || !hasLimit(flow, sel) {
			return false
		}
		callers, _ := flow.Callers(op.Fn())
		return slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool { return c.Parent() == w.at.Parent() })
	})
}

// contextParam returns the name of fn's own context, "" if it has none, or one that
// is as long as the life of what fn runs, and no limit for its end, or if fn ends what
// works for a lease alone.
func contextParam(p *check.Pass, wait ssa.Instruction) string {
	fn := wait.Parent()
	if word := catalog.Words(fn.Name())[0]; catalog.LifetimeWords[word] || catalog.LeaseWords[word] {
		return ""
	}
	params := fn.Signature.Params()
	for i := range params.Len() {
		if v := params.At(i); ctxscope.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" && !runsUnder(p, fn.Syntax(), v, wait.Pos()) {
			return v.Name()
		}
	}
	return ""
}

// runsUnder reports whether an endless loop of fn uses the context before the wait: it
// is for the loop, and has ended when that has.
func runsUnder(p *check.Pass, fn ast.Node, ctx *types.Var, wait token.Pos) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if ok && loop.Cond == nil && loop.End() < wait {
			found = found || syntax.UsesIn(p.TypesInfo, loop, ctx)
		}
		return !found
	})
	return found
}

func reportUnboundedWait(p *check.Pass, w *joinWait, ctx string, slow *ssa.Call) {
	cur, ok := ssainstr.CursorAt(p, w.at.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.ExprStmt)(nil), (*ast.BlockStmt)(nil)) {
		stmt, ok := c.Node().(*ast.ExprStmt)
		if !ok {
			return // the received value is used, or the wait is deferred
		}
		why := "ignores " + ctx + ", and may block after it is done"
		trace := []check.Hop{{Pos: w.bodies[0].Pos(), Message: "waits for this goroutine"}}
		if ctx == "" {
			why = fmt.Sprintf("has no limit: the goroutine may be in %s at %s, which the stop does not interrupt",
				ssaflow.ShortName(&slow.Call), p.Where(slow.Pos(), stmt.Pos()))
			trace = append(trace, check.Hop{Pos: slow.Pos(), Message: "may be slow"})
		}
		p.Report(check.Finding{
			At:      stmt,
			Message: fmt.Sprintf("%s in %s %s", p.Source(stmt), ssainstr.FuncName(w.at.Parent()), why),
			Trace:   trace,
			Doubts:  append(knowsLimits(ssaflow.Of(p.Pass), w.at.Parent()), finishing(ssaflow.Of(p.Pass), w, slow)...),
			Fix:     fixUnboundedWait(p, c, stmt, ctx),
		})
		return
	}
}
