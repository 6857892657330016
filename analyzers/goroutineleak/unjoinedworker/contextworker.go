package unjoinedworker

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A contextWorker is a goroutine that works until a context ends.
type contextWorker struct {
	ctx      ssa.Value // as its starter knows it, or what makes it
	finishes bool
	ends     *ssa.Function // with whose return nothing waits for it any more
}

// workerOf returns what the goroutine works for, nil if it is not known to work until a
// context ends, or may signal that it has finished.
func workerOf(p *check.Pass, s ssaflow.Start) *contextWorker {
	flow, facts, start := ssaflow.Of(p.Pass), worker.Of(p.Pass), s.Instr.Common()
	if fact := facts.Fact(staticFunc(start)); fact != nil {
		return &contextWorker{ssainstr.Resolve(start.Args[fact.Ctx]), fact.Finishes, s.Instr.Parent()}
	}
	if !s.Complete || len(s.Bodies) != 1 || worker.Tells(flow, s.Bodies[0]) {
		return nil
	}
	body := s.Bodies[0]
	if call, fact := onlyWorker(facts, body); fact != nil {
		return &contextWorker{ssainstr.Resolve(call.Call.Args[fact.Ctx]), fact.Finishes || worker.Finishes(flow, body, nil), s.Instr.Parent()}
	}
	for _, shared := range sharedWith(s) {
		if ctx := flow.Class(shared.value); shared.direct && ssaflow.IsContext(shared.value.Type()) && worker.Until(flow, body, ctx) {
			return &contextWorker{shared.value, worker.Finishes(flow, body, ctx), s.Instr.Parent()}
		}
	}
	return nil
}

// stopsServer reports whether the goroutine is there to stop a server that fn, which
// starts it, serves until then: whether that is waited for is the question of
// serve-return-race.
func stopsServer(s ssaflow.Start, fn *ssa.Function) bool {
	serves := func(call ssa.CallInstruction) bool {
		_, inPlace := call.(*ssa.Call)
		_, known := catalog.Serving[ssaflow.Callee(call.Common())]
		return inPlace && known
	}
	stops := func(call ssa.CallInstruction) bool {
		_, known := catalog.ServerStops[ssaflow.Callee(call.Common())]
		return known
	}
	return slices.ContainsFunc(ssainstr.Calls(fn), serves) && slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool {
		return slices.ContainsFunc(ssainstr.Calls(body), stops)
	})
}
