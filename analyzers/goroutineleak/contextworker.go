package goroutineleak

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A contextWorker is a goroutine that works until a context ends.
type contextWorker struct {
	ctx      ssa.Value // as its starter knows it
	finishes bool
}

// workerOf returns what the goroutine works for, nil when it is not known to
// work until a context ends, or may tell somebody that it has finished.
func workerOf(p *check.Pass, s ssaflow.Start) *contextWorker {
	flow, facts, start := ssaflow.Of(p.Pass), worker.Of(p.Pass), s.Instr.Common()
	if fact := facts.Fact(staticFunc(start)); fact != nil {
		return &contextWorker{resolve(start.Args[fact.Ctx]), fact.Finishes}
	}
	if !s.Complete || len(s.Bodies) != 1 || worker.Tells(flow, s.Bodies[0]) {
		return nil
	}
	body := s.Bodies[0]
	if call, fact := onlyWorker(facts, body); fact != nil {
		return &contextWorker{resolve(call.Call.Args[fact.Ctx]), fact.Finishes || worker.Finishes(flow, body, nil)}
	}
	for _, shared := range sharedWith(s) {
		if ctx := flow.Class(shared.value); shared.direct && ssaflow.IsContext(shared.value.Type()) && worker.Until(flow, body, ctx) {
			return &contextWorker{shared.value, worker.Finishes(flow, body, ctx)}
		}
	}
	return nil
}
