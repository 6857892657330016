package auditor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// A model is a program laid out in time.
type model struct {
	may     steps.Mask
	closes  []string
	handled bool // something in reach may ask for signals

	all    []steps.Step
	parent map[string]string   // union-find over keys
	flows  map[string][]string // from a key to those it is assigned to
	ends   map[string]bool     // keys that a signal makes ready
	waited map[string]bool     // keys that the main line waits for

	below             map[string]steps.Step // by the key of a router: below which it is
	told              map[string]bool       // keys that the main line signals
	instead           map[string][]string   // by a key that is signaled after a wait: what else ends that wait
	running, stoppers map[string]bool       // keys signaled by goroutines that serve or wait for the signal, or stop servers

	signals, awaits, servers, routes, unseen []steps.Step
	workers                                  []steps.Step
	own                                      int          // how many of awaits are of the line itself, and no goroutine's
	tellers                                  []steps.Step // goroutines
	begin, end                               []steps.Step // start-up and shutdown
	aside                                    []steps.Step // what goroutines do when it begins
	sides                                    []side       // which of aside each of them does
	turns                                    []turn
	stopping                                 bool
	cut                                      bool // some steps are not known
	gone                                     bool
	aloof                                    bool // something that runs a service is passed to what cannot be followed
}

func newModel(main []steps.Step) *model {
	m := &model{parent: make(map[string]string), flows: make(map[string][]string), ends: make(map[string]bool), waited: make(map[string]bool), running: make(map[string]bool), stoppers: make(map[string]bool), told: make(map[string]bool), instead: make(map[string][]string), below: make(map[string]steps.Step)}
	m.all = newExpander(main).expand(main, 6)
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Same {
			m.flows[s.Other] = append(m.flows[s.Other], s.Key)
			m.parent[m.find(s.Key)] = m.find(s.Other)
		}
		return true
	})
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Open || s.Kind == steps.Release {
			s.Other = s.Key // what it is called here matters: see holdings
		}
		if s.Key != "" {
			s.Key = m.find(s.Key)
		}
		return true
	})
	m.closers()
	return m
}

// closers says of those that close anything what it is; it drops those that close
// nothing of interest.
func (m *model) closers() {
	opened := make(map[string]*steps.Step)
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Open {
			for _, k := range m.reach(s.Other) {
				opened[k] = s
			}
		}
		return true
	})
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind != steps.Release || s.What != steps.Anything {
			return true
		}
		if o := opened[s.Other]; o != nil {
			s.What, s.Client = o.What, o.Client
		} else {
			s.Kind = steps.Same
		}
		return true
	})
}

func (m *model) find(k string) string {
	for m.parent[k] != "" && m.parent[k] != k {
		k = m.parent[k]
	}
	return k
}

func (m *model) run() {
	m.survey()
	m.findEnds()
	m.sortTellers()
	m.line(m.all, false)
	if m.stopping || len(m.aside) > 0 {
		m.end = append(slices.Clone(m.aside), m.end...)
	}
}

// survey sorts out the steps whose place in time does not matter.
func (m *model) survey() {
	m.prefixes()
	steps.Each(m.all, func(s *steps.Step) bool {
		switch s.Kind {
		case steps.Signal:
			m.signals = append(m.signals, *s)
		case steps.Route:
			m.underPrefix(s)
			m.routes = append(m.routes, *s)
		case steps.Unseen:
			m.aloof = m.aloof || life(s.Body)
			m.cut = m.cut || s.What == steps.Cut && s.Via == ""
			if s.At.Line > 0 {
				m.unseen = append(m.unseen, *s)
			}
		case steps.Start:
			m.tellers = append(m.tellers, *s)
		}
		return true
	})
	if slices.ContainsFunc(m.signals, func(s steps.Step) bool { return s.Hard && !nameless(s) }) {
		m.signals = slices.DeleteFunc(m.signals, nameless) // they may be those that reload
	}
	m.serves()
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Key != "" && (s.Kind == steps.Recv || s.Kind == steps.Case || s.Kind == steps.Join) {
			m.waited[s.Key] = true
		}
		return s.Kind != steps.Start && s.Kind != steps.Route
	})
}

// nameless reports whether only an expression names the signals that a step asks for.
func nameless(s steps.Step) bool { return strings.HasPrefix(s.What, steps.Those) }

// serves collects the servers. Of the lives of a program it has one: what two of them serve by
// the same local variable is one server.
func (m *model) serves() {
	first := make(map[string]steps.Step)
	for _, s := range m.all {
		of := make(map[string]steps.Step)
		steps.Each([]steps.Step{s}, func(b *steps.Step) bool {
			k := fmt.Sprint(b.At, b.Key)
			if old, ok := first[k]; b.Kind == steps.Serve && !(ok && s.Kind == steps.Either && old.Run != b.Run && !lasting(b.Key) && b.Key != "") {
				m.servers = append(m.servers, *b)
				of[k] = *b
			}
			return b.Kind != steps.Route && b.Kind != steps.Handler // what a request serves, ends with it
		})
		if s.Kind == steps.Either {
			maps.Copy(first, of)
		}
	}
	m.servers = servers(distinct(m.servers))
}

// servers leaves one step for each server: it may serve with TLS or without. What is known
// by a field may be several servers, unless one call leads to all that it does.
func servers(list []steps.Step) []steps.Step {
	var kept []steps.Step
	for _, s := range list {
		if !slices.ContainsFunc(kept, func(k steps.Step) bool {
			if variable(s.Key) && k.Key == s.Key && k.At == s.At {
				return true // one, that is started in several places
			}
			return s.Key != "" && k.Key == s.Key && k.Run == s.Run && (s.Cond || k.Cond) && (!lasting(s.Key) || s.By.Line > 0 && k.By == s.By)
		}) {
			kept = append(kept, s)
		}
	}
	return kept
}

func distinct(list []steps.Step) []steps.Step {
	type id struct {
		at   steps.Where
		run  uint32
		path string
	}
	seen := make(map[id][]int)
	var kept []steps.Step
next:
	for _, s := range list {
		k := id{at: s.At, run: s.Run}
		if s.Kind == steps.Route { // one line may register many paths
			k.path = s.What
		}
		for _, i := range seen[k] {
			switch old := &kept[i]; {
			case s.Kind != steps.Start || part(s.Body, old.Body): // and start many goroutines
				continue next
			case part(old.Body, s.Body):
				*old = s
				continue next
			}
		}
		seen[k] = append(seen[k], len(kept))
		kept = append(kept, s)
	}
	return kept
}

// part reports whether all that a goroutine does is done by another one at the same places: it is
// the same one, of which part is left out that is known elsewhere.
func part(some, all []steps.Step) bool {
	at := make(map[steps.Where]bool)
	steps.Each(all, func(s *steps.Step) bool {
		at[s.At] = true
		return true
	})
	in := true
	steps.Each(some, func(s *steps.Step) bool {
		in = in && at[s.At]
		return in
	})
	return in
}

// findEnds finds the channels and contexts that a signal makes ready: those that
// get it, and those that a goroutine ends which has waited for it.
func (m *model) findEnds() {
	for _, s := range m.signals {
		if s.Key != "" {
			m.ends[s.Key] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, t := range m.tellers {
			waits := false
			steps.Each(t.Body, func(s *steps.Step) bool {
				if m.await(s) {
					waits = true
				}
				if waits && tellsEnd(s) && s.Key != t.Key && !s.Deferred && !m.ends[s.Key] {
					m.ends[s.Key], changed = true, true
				}
				return s.Kind != steps.Start
			})
		}
	}
}

// tellsEnd reports whether a step says that something has ended, or is to end; data is sent to be worked with.
func tellsEnd(s *steps.Step) bool {
	return s.Kind == steps.Tell && s.Key != "" && !(s.What == steps.Sent && s.Index == steps.Data)
}

// await reports whether a step waits for the signal.
func (m *model) await(s *steps.Step) bool {
	return (s.Kind == steps.Recv || s.Kind == steps.Case) && (m.ends[s.Key] || s.What == "interrupt")
}
