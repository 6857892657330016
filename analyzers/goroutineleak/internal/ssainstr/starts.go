package ssainstr

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// AllStarts returns the places where goroutines begin, those first that a helper starts:
//
//	safe.Go(func() { … })
func AllStarts(p *check.Pass) []ssaflow.Start {
	flow, known := ssaflow.Of(p.Pass), starters.Of(p.Pass)
	if !known.Called() {
		return flow.Starts()
	}
	return append(flow.StartsBy(known.Arg), flow.Starts()...)
}

// StartsGoroutines is the fast path, before anything is built.
func StartsGoroutines(p *check.Pass) bool { return len(astindex.Of(p.Pass).Starts) > 0 }

// FuncName returns what to call a function in a message.
func FuncName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "the function literal"
	}
	return fn.Name()
}

// AsStart returns the same start of a goroutine in SSA form.
func AsStart(p *check.Pass, start astindex.Start) (ssaflow.Start, bool) {
	for _, s := range AllStarts(p) {
		if pos := s.Instr.Pos(); pos == start.Node.Pos() || start.Call != nil && pos == start.Call.Lparen {
			return s, true
		}
	}
	return ssaflow.Start{}, false
}
