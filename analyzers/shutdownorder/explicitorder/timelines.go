package explicitorder

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// own returns the timeline of a function's statements.
func own(p *check.Pass, all []order.Step) *order.Timeline {
	t := &order.Timeline{P: p}
	for _, s := range all {
		if s.Deferred == nil && s.Kind != order.Registers {
			t.Steps = append(t.Steps, s)
		}
	}
	return t
}

// registries returns the timelines of the hooks that a function registers.
func registries(p *check.Pass, all []order.Step) []*order.Timeline {
	type key struct {
		registry *types.Var
		name     string
	}
	var inOrder []key
	lines := make(map[key]*order.Timeline)
	for _, s := range all {
		if s.Kind != order.Registers || s.Hook.AtOnce || s.Deferred != nil {
			continue
		}
		k := key{s.Hook.Registry, ""}
		if k.registry == nil {
			k.name = s.Hook.Name
		}
		t := lines[k]
		if t == nil {
			t = &order.Timeline{P: p, Hooks: true, Last: s.Hook.Last, List: s.Hook.List}
			lines[k] = t
			inOrder = append(inOrder, k)
		}
		for _, inner := range s.Hook.Steps {
			inner.Stmt, inner.Entry, inner.Phase = s.Stmt, s.Expr, s.Hook.Phase
			t.Steps = append(t.Steps, inner)
		}
	}
	list := make([]*order.Timeline, len(inOrder))
	for i, k := range inOrder {
		list[i] = lines[k]
	}
	return list
}
