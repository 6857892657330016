package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// A server may accept connections itself. It is stopped when its listener is closed and
// the goroutines of its connections are waited for.

// accepts reports whether a server is a loop that accepts connections.
func accepts(server steps.Step) bool {
	_, calls := catalog.Acceptors[server.What]
	return calls || catalog.AcceptsConn[server.What]
}

// accepting reports whether a loop may accept from the listener of a key; one without a
// key may be any.
func (m *model) accepting(key string) bool {
	return slices.ContainsFunc(m.servers, func(s steps.Step) bool { return accepts(s) && (s.Key == key || s.Key == "" || key == "") })
}

// closesListener reports whether the shutdown closes a listener that no server is known by.
func (m *model) closesListener() bool {
	return slices.ContainsFunc(m.end, func(s steps.Step) bool {
		return s.Kind == steps.Kill && catalog.ListenerCloses[s.What] && (s.Key == "" || !slices.ContainsFunc(m.servers, func(r steps.Step) bool { return r.Key == s.Key }))
	})
}

// closable reports whether something closes the listener of a server, where that is not known to be
// part of the shutdown.
func (m *model) closable(server steps.Step) bool {
	return has(m.all, func(s *steps.Step) bool {
		return s.Kind == steps.Kill && catalog.ListenerCloses[s.What] && s.Key == server.Key && s.Key != ""
	})
}

// closed returns the step of the shutdown that closes the listener of a server, and whether
// its connections are waited for.
func (m *model) closed(server steps.Step) (at *steps.Step, waits bool) {
	i := slices.IndexFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Kill && s.Key == server.Key && s.Key != "" })
	if i < 0 || !accepts(server) {
		return nil, false
	}
	keys := m.joined(m.end)
	waits = slices.ContainsFunc(m.tellers, func(t steps.Step) bool {
		_, ok := tells(t, keys)
		return ok && t.Hard
	})
	return &m.end[i], waits
}
