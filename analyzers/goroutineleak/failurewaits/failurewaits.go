// Package failurewaits is the check goroutineleak/failure-waits: an error is returned only
// when the context ends.
package failurewaits

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed failurewaits.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "failure-waits",
	Title:      "error is returned only when the context ends, since a deferred Wait waits for a goroutine",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Imports:    []string{"context"},
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	defer wg.Wait()
//	wg.Go(func() { watch(ctx) })
//	if err := s.listen(); err != nil {
//		return err // when the caller cancels ctx
//	}
//
// where nothing but the caller's context ends the goroutine, and the function does not cancel it.
func run(p *check.Pass) {
	seen := make(map[*ssa.Function]bool)
	for _, start := range ssainstr.AllStarts(p) {
		fn := start.Instr.Parent()
		if seen[fn] || !start.Complete || p.Quiet(start.Instr.Pos()) {
			continue
		}
		if w := waitFor(p, start); w != nil {
			seen[fn] = report(p, start, w)
		}
	}
}

func report(p *check.Pass, start ssaflow.Start, w *wait) bool {
	ctx := onlyEnd(p, start)
	returns := failures(p, w, ctx, start.Instr.Pos())
	if ctx == nil || len(returns) == 0 {
		return false
	}
	if end := cancels(p, w.body); end != nil {
		p.Safe(returns[0], p.Source(returns[0]), verdict.Ended, end.Pos())
		return true
	}
	p.Report(check.Finding{
		At: returns[0],
		Message: fmt.Sprintf("this error is returned only when %s ends: the deferred Wait at line %d waits for the goroutine at line %d, which ends with %s alone",
			ctx.Name(), p.Line(w.stmt.Pos()), p.Line(start.Instr.Pos()), ctx.Name()),
		Trace: []check.Hop{{Pos: start.Instr.Pos(), Message: "started here"}, {Pos: w.stmt.Pos(), Message: "waited for here"}},
		Fix:   fix(p, w, ctx, start.Instr.Pos()),
	})
	return true
}

// onlyEnd returns the parameter of a function, or of one around it, that is the context without whose end a
// goroutine does not return.
func onlyEnd(p *check.Pass, start ssaflow.Start) *ssa.Parameter {
	flow := ssaflow.Of(p.Pass)
	var params []*ssa.Parameter
	for fn := start.Instr.Parent(); fn != nil; fn = fn.Parent() {
		params = append(params, fn.Params...)
	}
	for _, param := range params {
		c := flow.Class(param)
		if c == nil || callmatch.TypeName(param.Type()) != "context.Context" || len(start.Bodies) == 0 {
			continue
		}
		without := flow.Exits(func(s *ssaflow.Source) bool { return s.Context == c })
		for _, body := range start.Bodies {
			if !without.Reachable(body) && flow.Exits(nil).Reachable(body) {
				return param
			}
		}
	}
	return nil
}

// cancels returns where a function calls, defers or passes on the cancel function of a context.
func cancels(p *check.Pass, body *ast.BlockStmt) (at ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && at == nil {
			v, _ := p.TypesInfo.Uses[id].(*types.Var)
			if v != nil && callmatch.TypeName(v.Type()) == "context.CancelFunc" {
				at = id
			}
		}
		return at == nil
	})
	return at
}

// group returns the WaitGroup that counts a goroutine, as its start says.
func group(p *check.Pass, start ssaflow.Start) *types.Var {
	cur, ok := ssainstr.CursorAt(p, start.Instr.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil), (*ast.CallExpr)(nil)) {
		if call, ok := c.Node().(*ast.CallExpr); ok && start.Starter != "" {
			return waitgroup.Variable(p.TypesInfo, waitgroup.Receiver(call), "sync.WaitGroup")
		}
		return doneIn(p, c.Node())
	}
	return nil
}

// doneIn returns the WaitGroup whose Done a node calls.
func doneIn(p *check.Pass, node ast.Node) (v *types.Var) {
	ast.Inspect(node, func(n ast.Node) bool {
		if done, ok := n.(*ast.CallExpr); ok && callmatch.CalleeName(p.TypesInfo, done) == "(*sync.WaitGroup).Done" {
			v = waitgroup.Variable(p.TypesInfo, waitgroup.Receiver(done), "sync.WaitGroup")
		}
		return v == nil
	})
	return v
}
