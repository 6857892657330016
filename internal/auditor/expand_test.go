package auditor

import (
	"fmt"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// Functions that are kept under one key and call those of a next one would be as many as
// the modules of a plugin system to the power of the depth.
func TestExpandIsBounded(t *testing.T) {
	t.Parallel()
	call := func(layer int) steps.Step { return steps.Step{Kind: steps.Field, Key: fmt.Sprint("modules", layer)} }
	var main []steps.Step
	for i := range 50 {
		open := steps.Step{Kind: steps.Open, At: steps.Where{Line: i}}
		for layer := range 6 {
			main = append(main, steps.Step{Kind: steps.Keep, Key: call(layer).Key, Body: []steps.Step{call(layer + 1), open, call(layer + 1)}})
		}
	}
	all := newExpander(main).expand(append(main, call(0)), 6)
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

// A function that is kept in many places is one.
func TestExpandOnce(t *testing.T) {
	t.Parallel()
	call := steps.Step{Kind: steps.Field, Key: "fold"}
	kept := steps.Step{Kind: steps.Keep, Key: "fold", Body: []steps.Step{{Kind: steps.Open}}}
	passed := steps.Step{Kind: steps.Keep, Key: "fold", Body: []steps.Step{call}}
	if all := newExpander([]steps.Step{kept, passed, kept}).expand([]steps.Step{call}, 6); len(all) != 1 {
		t.Errorf("%d steps", len(all))
	}
}

// A function that calls those of its own key again does nothing that they do not do.
func TestExpandRecursion(t *testing.T) {
	t.Parallel()
	call := steps.Step{Kind: steps.Field, Key: "command"}
	kept := steps.Step{Kind: steps.Keep, Key: "command", Body: []steps.Step{{Kind: steps.Open}, call}}
	if all := newExpander([]steps.Step{kept}).expand([]steps.Step{call}, 6); len(all) != 1 {
		t.Errorf("%d steps", len(all))
	}
}
