package unjoinedworker

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// globalWorkerOf returns what a goroutine works for that has work left to do when the context in a variable of
// the package has ended, which the function that makes it cancels as the last that the process does:
//
//	func Main() {
//		appCtx, cancel = context.WithCancel(context.Background())
//		defer cancel()
//		go watch() // <-appCtx.Done(); file.Write(disarm)
//		…
//		<-signals
//	}
//
// The goroutine may be started anywhere in the package.
func globalWorkerOf(p *check.Pass, s ssaflow.Start) *contextWorker {
	flow := ssaflow.Of(p.Pass)
	if !s.Complete || len(s.Bodies) != 1 {
		return nil
	}
	body := s.Bodies[0]
	for instr := range ssaflow.Instrs(body) {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !ssaflow.IsContext(load.Type()) {
			continue
		}
		if _, global := load.X.(*ssa.Global); !global {
			continue
		}
		ctx := flow.Class(load)
		if ctx == nil || !worker.WorksAfter(flow, body, ctx) || worker.Tells(flow, body) {
			continue
		}
		if made := canceledLast(p, flow, ctx); made != nil {
			return &contextWorker{made, true, made.Parent()}
		}
	}
	return nil
}

// canceledLast returns the context of a class that its maker cancels in a deferred call, with whose end the
// process ends.
func canceledLast(p *check.Pass, flow *ssaflow.Flow, ctx *ssaflow.Class) *ssa.Extract {
	for _, m := range ctx.Makes {
		made, ok := m.(*ssa.Extract)
		if !ok || made.Index != 0 || !raisedIn(made, made.Parent()) {
			continue
		}
		defers := slices.ContainsFunc(ssainstr.Calls(made.Parent()), func(call ssa.CallInstruction) bool {
			d, ok := call.(*ssa.Defer)
			if !ok {
				return false
			}
			end, ok := d.Call.Value.(*ssa.Extract)
			return ok && end.Tuple == made.Tuple
		})
		if defers && endsProcess(p, made.Parent()) {
			return made
		}
	}
	return nil
}

// awaitsSignal reports whether a function asks for the signals of the process, and waits for one.
func awaitsSignal(p *check.Pass, fn *ssa.Function) bool {
	flow := ssaflow.Of(p.Pass)
	for _, call := range ssainstr.Calls(fn) {
		if ssaflow.Callee(call.Common()) != "os/signal.Notify" {
			continue
		}
		c := flow.Class(call.Common().Args[0])
		if c != nil && slices.ContainsFunc(slices.Concat(c.Receives, c.Ranges), func(op ssaflow.Op) bool { return op.Fn() == fn }) {
			return true
		}
	}
	return false
}
