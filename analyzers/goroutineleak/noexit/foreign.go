package noexit

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/endless"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportForeign reports goroutines that call a function of another package of the module
// which never returns:
//
//	go poller.Run(interval)
func reportForeign(p *check.Pass) {
	if !ssainstr.StartsGoroutines(p) {
		return
	}
	var lives *lifetime.Lifetimes
	for _, start := range ssainstr.AllStarts(p) {
		fn, fact := foreignLoop(p, start)
		at := syntax.Keyword{At: start.Instr.Pos(), Text: "go"}
		if fact == nil || p.Quiet(at.At) {
			continue
		}
		said, ok := p.Wanted(at, catalog.LivesOnPhrases...)
		if !ok {
			said = lifetime.SaidToLiveOn(start, nil)
		}
		if said.IsValid() {
			p.Safe(at, "the goroutine", verdict.Wanted, said)
			continue
		}
		if lives == nil {
			lives = lifetime.LifetimesIn(p)
		}
		p.Report(check.Finding{
			At:      at,
			Message: fmt.Sprintf("goroutine cannot be stopped: nothing ends the loop of %s at %s", ssaflow.QualifiedName(fn), fact.Where),
			Doubts:  lives.Doubts(start),
		})
	}
}

// foreignLoop returns the function of another package that never returns, and that a goroutine
// does not get past, and what is known about it.
func foreignLoop(p *check.Pass, start ssaflow.Start) (*types.Func, *endless.Fact) {
	facts := endless.Of(p.Pass)
	candidates := []*types.Func{ssaflow.Object(start.Instr.Common()), given(start.Arg)}
	if len(start.Bodies) == 1 && start.Complete {
		for _, call := range ssainstr.Calls(start.Bodies[0]) {
			if _, plain := call.(*ssa.Call); plain && ssaflow.Unavoidable(call) {
				candidates = append(candidates, ssaflow.Object(call.Common()))
			}
		}
	}
	for _, fn := range candidates {
		if fact := facts.Fact(fn); fact != nil {
			return fn, fact
		}
	}
	return nil, nil
}

// given returns the function or method that a starter is given by name, as in wg.Go(p.Run).
func given(arg ssa.Value) *types.Func {
	if bound, ok := arg.(*ssa.MakeClosure); ok {
		arg = bound.Fn
	}
	if fn, ok := arg.(*ssa.Function); ok {
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return nil
}
