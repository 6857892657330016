package auditor

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// A side is a goroutine that does a part of the shutdown.
type side struct {
	by    steps.Step
	steps int
}

// left returns which steps of the shutdown nothing waits for: a goroutine does them, and main returns
// when the servers do, which is when they are asked to stop, and not when their requests are answered.
func (m *model) left() []bool {
	list := make([]bool, len(m.end))
	n := 0
	for _, s := range m.sides {
		n += s.steps
	}
	own := make(map[stepID]bool)
	for _, s := range m.end[n:] {
		own[stepID{s.At, string(s.Kind) + s.What}] = true
	}
	i, line := 0, m.end[n:]
	if !m.stopping { // where it waits for the end of the service is not known
		line = slices.Concat(m.begin, line)
	}
	for _, s := range m.sides {
		done := m.awaited(s.by, line)
		for last := i + s.steps - 1; last >= i; last-- {
			st := m.end[last]
			done = done || catalog.ServeWaits[st.What] || own[stepID{st.At, string(st.Kind) + st.What}]
			list[last] = !done
		}
		i += s.steps
	}
	return list
}

// awaited reports whether the process may wait for a goroutine: the main line does, the goroutine ends
// the process itself, or what the main line waits for last is not known.
func (m *model) awaited(by steps.Step, end []steps.Step) bool {
	if exits(by.Body) || interrupt(by) || m.cut || m.lingers(end) {
		return true
	}
	_, ok := tells(by, m.joined(slices.Concat(m.awaits, end)))
	return ok || tellsUnknown(by)
}

// interrupt reports whether a group of actors calls what a goroutine stands for, before it returns.
func interrupt(by steps.Step) bool { return len(by.Body) > 0 && by.Body[0].What == "interrupt" }

// lingers reports whether the main line may wait for something that is not known by name, or goes on
// without end.
func (m *model) lingers(end []steps.Step) bool {
	waits := func(s steps.Step) bool { return s.Kind == steps.Join || s.Kind == steps.Recv || s.Kind == steps.Case }
	return slices.ContainsFunc(end, func(s steps.Step) bool {
		return waits(s) && s.Key == "" || s.Kind == steps.Poll || s.Kind == steps.Drain
	}) || has(m.all, func(s *steps.Step) bool { return s.Kind == steps.Choice && len(s.Body) == 0 && s.Via == "" }) ||
		slices.ContainsFunc(m.unseen, func(s steps.Step) bool {
			name := s.What[strings.LastIndexByte(s.What, '.')+1:]
			return strings.HasPrefix(name, "Wait") || strings.HasPrefix(name, "Run") || name == "Join"
		})
}

// tellsUnknown reports whether a goroutine signals something that has no name here.
func tellsUnknown(by steps.Step) (found bool) {
	steps.Each(by.Body, func(s *steps.Step) bool {
		found = found || s.Kind == steps.Tell && s.Key == ""
		return !found
	})
	return found
}
