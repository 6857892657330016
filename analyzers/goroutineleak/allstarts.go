package goroutineleak

import (
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// allStarts returns the places where goroutines begin, those first that a helper starts:
//
//	safe.Go(func() { … })
func allStarts(p *check.Pass) []ssaflow.Start {
	flow, known := ssaflow.Of(p.Pass), starters.Of(p.Pass)
	if !known.Called() {
		return flow.Starts()
	}
	return append(flow.StartsBy(known.Arg), flow.Starts()...)
}
