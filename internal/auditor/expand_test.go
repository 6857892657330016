package auditor

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// Functions that are kept under one key and call it again would be as many as the
// modules of a plugin system to the power of the depth.
func TestExpandIsBounded(t *testing.T) {
	t.Parallel()
	call := steps.Step{Kind: steps.Field, Key: "modules"}
	var main []steps.Step
	for range 50 {
		main = append(main, steps.Step{Kind: steps.Keep, Key: "modules", Body: []steps.Step{call, {Kind: steps.Open}, call}})
	}
	all := newExpander(main).expand(append(main, call), 6)
	n, cut := 0, false
	steps.Each(all, func(s *steps.Step) bool {
		n++
		cut = cut || s.What == steps.Cut
		return true
	})
	if n == 0 || n > 2*most || !cut {
		t.Errorf("%d steps, cut %t", n, cut)
	}
}
