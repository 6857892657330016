package unboundedwait

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// finishing returns the doubt that the goroutines only work off what is left in a queue:
//
//	close(s.records) // for rec := range s.records { s.store(rec) }
//	s.workers.Wait()
//
// A limit of the wait would lose what is queued.
func finishing(flow *ssaflow.Flow, w *joinWait, slow *ssa.Call) []check.Doubt {
	if slow != nil {
		return nil
	}
	var at ssaflow.Op
	for _, body := range w.bodies {
		i := slices.IndexFunc(flow.Channels(), func(c *ssaflow.Class) bool {
			return len(c.Sends) > 0 && slices.Contains(runAsGoroutine(flow, c.Ranges), body) && closedBefore(flow, c, w.at)
		})
		if i < 0 {
			return nil
		}
		at = flow.Channels()[i].Closes[0]
	}
	return []check.Doubt{check.Doubting(verdict.Backlog, at.Instr.Pos())}
}

// closedBefore reports whether the function of a wait, or one that it calls, closes a channel.
func closedBefore(flow *ssaflow.Flow, c *ssaflow.Class, wait ssa.Instruction) bool {
	return slices.ContainsFunc(c.Closes, func(op ssaflow.Op) bool {
		if ssaflow.Outermost(op.Fn()) == ssaflow.Outermost(wait.Parent()) {
			return op.Instr.Pos() < wait.Pos()
		}
		callers, _ := flow.Callers(op.Fn())
		return slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
			return call.Parent() == wait.Parent() && call.Pos() < wait.Pos()
		})
	})
}
