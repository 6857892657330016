package deadwait

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Goroutine is a function of this package that a go statement or a starter
// runs, and runs alone: what the goroutine may do is known.
type Goroutine struct {
	Start ssaflow.Start
	Body  *ssa.Function
}

// Goroutines returns the goroutines that this package starts outside of tests,
// without those whose work the main goroutine does as well: that is what the
// program is for.
func Goroutines(p *check.Pass) []Goroutine {
	index := starters.Of(p.Pass).Index()
	if len(index.Starts) == 0 {
		return nil
	}
	var list []Goroutine
	for _, s := range ssainstr.AllStarts(p) {
		if !s.Complete || p.Quiet(s.Instr.Pos()) {
			continue
		}
		for _, body := range s.Bodies {
			if body.Syntax() == nil {
				continue
			}
			if _, ok := index.GoroutineOf(p.TypesInfo, body.Syntax()); ok || len(callsOf(p, body)) == 0 {
				list = append(list, Goroutine{s, body})
			}
		}
	}
	return list
}

// callsOf returns the calls of fn without a go statement.
func callsOf(p *check.Pass, fn *ssa.Function) []ssa.CallInstruction {
	calls, _ := ssaflow.Of(p.Pass).Callers(fn)
	return slices.DeleteFunc(slices.Clone(calls), func(c ssa.CallInstruction) bool { _, ok := c.(*ssa.Go); return ok })
}
