package noexit

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportSignals reports goroutines that only a signal channel could end, which nothing closes, where the function
// that starts them is passed a context:
//
//	func Handle(ctx context.Context, reload func()) {
//		ch := make(chan os.Signal, 1)
//		signal.Notify(ch, syscall.SIGHUP)
//		go func() {
//			for range ch {
//				reload()
//			}
//		}()
//	}
//
// Each call leaves a goroutine and a registration. How often an importer calls the function is not known.
func reportSignals(p *check.Pass) {
	if p.Pkg.Name() == "main" {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, start := range flow.Starts() {
		fn := ssaflow.Outermost(start.Instr.Parent())
		if fn.Object() == nil || !fn.Object().Exported() || !passedContext(fn) || len(start.Bodies) != 1 || p.Quiet(start.Instr.Pos()) {
			continue
		}
		c := notified(flow, start.Instr.Parent())
		if c == nil || len(c.Closes) > 0 || stops(flow, c) {
			continue
		}
		without := flow.Exits(func(s *ssaflow.Source) bool { return s.Channel == c })
		if without.Reachable(start.Bodies[0]) || !slices.ContainsFunc(without.Cut, inLoop) {
			continue
		}
		cur, ok := ssainstr.CursorAt(p, start.Instr.Pos())
		if !ok {
			continue
		}
		for at := range cur.Enclosing((*ast.GoStmt)(nil), (*ast.ExprStmt)(nil)) {
			p.Report(check.Finding{
				At: at.Node(),
				Message: fmt.Sprintf("each call of %s leaks a goroutine and a registration of signals: nothing stops or closes the channel, and the context is not watched",
					fn.Name()),
				Doubts: []check.Doubt{check.Doubting(verdict.NoSecondCall, fn.Pos())},
			})
			break
		}
	}
}

// inLoop reports whether a wait is repeated: a goroutine that waits for one signal ends the process with it.
func inLoop(w ssaflow.Wait) bool {
	return ssainstr.Innermost(ssainstr.LoopsOf(w.Instr.Parent(), nil), w.Instr.Block()) != nil
}

func passedContext(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool { return ssaflow.IsContext(v.Type()) })
}

// notified returns the channel that a function makes and registers for signals.
func notified(flow *ssaflow.Flow, fn *ssa.Function) *ssaflow.Class {
	for _, call := range ssainstr.Calls(fn) {
		if ssaflow.Callee(call.Common()) != "os/signal.Notify" {
			continue
		}
		c := flow.Class(call.Common().Args[0])
		if c != nil && slices.ContainsFunc(c.Makes, func(m ssa.Value) bool { return m.Parent() == fn }) {
			return c
		}
	}
	return nil
}

// stops reports whether the package takes back a registration of the channel.
func stops(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	return slices.ContainsFunc(flow.SSA.Funcs, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
			return ssaflow.Callee(call.Common()) == "os/signal.Stop" && flow.Class(call.Common().Args[0]) == c
		})
	})
}
