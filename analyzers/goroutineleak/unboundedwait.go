package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var unboundedWait = &check.Check{
	Slug:       "unbounded-wait",
	Title:      "shutdown waits without a limit for a goroutine that may take long to end",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runUnboundedWait,
}

// runUnboundedWait reports
//
//	func (c *Client) Stop() {
//		close(c.stop)
//		<-c.done // or c.wg.Wait()
//	}
//
// where the function that asks goroutines to stop has a context that the wait
// ignores, or where the goroutine may be in the middle of a call that the stop
// signal does not interrupt and that may take long. Silent when the function
// asks nobody to stop (then it waits for work to be done), when it starts the
// goroutines itself, and when these do nothing but compute and wait for what
// stops them.
func runUnboundedWait(p *check.Pass) {
	if !startsGoroutines(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, w := range joinWaits(p, flow) {
		fn := w.at.Parent()
		if p.Quiet(w.at.Pos()) || !asksToStop(flow, fn, w.at) {
			continue
		}
		ctx := contextParam(fn)
		slow := slowCall(flow, w.bodies)
		if ctx != "" || slow != nil {
			reportUnboundedWait(p, w, ctx, slow)
		}
	}
}

// contextParam returns the name of fn's own context, "" if it has none.
func contextParam(fn *ssa.Function) string {
	params := fn.Signature.Params()
	for i := range params.Len() {
		if v := params.At(i); ctxscope.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			return v.Name()
		}
	}
	return ""
}

func reportUnboundedWait(p *check.Pass, w *joinWait, ctx string, slow *ssa.Call) {
	cur, ok := cursorAt(p, w.at.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.ExprStmt)(nil), (*ast.BlockStmt)(nil)) {
		stmt, ok := c.Node().(*ast.ExprStmt)
		if !ok {
			return // the received value is used, or the wait is deferred
		}
		why := "ignores " + ctx + " and may outlast it"
		trace := []check.Hop{{Pos: w.bodies[0].Pos(), Message: "waits for this goroutine"}}
		if ctx == "" {
			call := ssaflow.Callee(&slow.Call)
			why = fmt.Sprintf("has no limit, and the goroutine may be in %s at %s, which the stop does not interrupt",
				shortName(slow, call), p.Where(slow.Pos(), stmt.Pos()))
			trace = append(trace, check.Hop{Pos: slow.Pos(), Message: "may take long"})
		}
		p.Report(check.Finding{
			At:      stmt,
			Message: fmt.Sprintf("%s in %s %s", p.Source(stmt), funcName(w.at.Parent()), why),
			Trace:   trace,
			Fix:     fixUnboundedWait(p, c, stmt, ctx),
		})
		return
	}
}

// shortName returns the name of a callee as its users write it, "Client.Post".
func shortName(call *ssa.Call, full string) string {
	fn := call.Call.Method
	if callee := call.Call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil {
		return full
	}
	if recv := fn.Signature().Recv(); recv != nil {
		if name := typeName(recv.Type()); name != nil {
			return name.Name() + "." + fn.Name()
		}
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// fixUnboundedWait gives the wait the limit of the context, else ten seconds.
//
//	c.wg.Wait()  →  _ = lifecycle.Wait(ctx, &c.wg)
//	<-c.done     →  select { case <-c.done: case <-ctx.Done(): }
func fixUnboundedWait(p *check.Pass, cur inspector.Cursor, stmt *ast.ExprStmt, ctx string) *edit.Fix {
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	text, changes := p.Source(stmt), ""
	if ctx == "" {
		changes = "the wait is given up after 10s"
	}
	if u, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr); ok {
		end := ctx + ".Done()"
		if ctx == "" {
			end = e.Import(stmt.Pos(), "time", "time") + ".After(10 * " + e.Import(stmt.Pos(), "time", "time") + ".Second)"
		}
		e.Replace(stmt.Pos(), stmt.End(), lines(indent, "select {", "case "+text+":", "case <-"+end+":", "}"))
		return e.Fix("Wait for "+p.Source(u.X)+" no longer than "+orLimit(ctx, "10s"), changes)
	}
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	group := receiver(stmt.X.(*ast.CallExpr))
	x := p.Source(group)
	if ctx == "" {
		e.Replace(stmt.Pos(), stmt.End(), fmt.Sprintf("_ = %s.Within(10*%s.Second, %s.Wait)", lc, e.Import(stmt.Pos(), "time", "time"), x))
		return e.Fix("Wait for "+x+" no longer than 10s", changes)
	}
	if _, pointer := p.TypesInfo.TypeOf(group).Underlying().(*types.Pointer); !pointer {
		x = "&" + x
	}
	wait := fmt.Sprintf("%s.Wait(%s, %s)", lc, ctx, x)
	if next, ok := cur.NextSibling(); ok && returnsNil(p, next.Node()) {
		e.Replace(stmt.Pos(), next.Node().End(), "return "+wait)
	} else {
		e.Replace(stmt.Pos(), stmt.End(), "_ = "+wait)
	}
	return e.Fix("Wait with "+wait+", no longer than the context", changes)
}

// returnsNil recognizes return nil of a function whose only result is an error.
func returnsNil(p *check.Pass, n ast.Node) bool {
	ret, ok := n.(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.TypesInfo.Types[ret.Results[0]].IsNil()
}

func orLimit(ctx, limit string) string {
	if ctx == "" {
		return limit
	}
	return ctx
}
