package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// A model is a program laid out in time.
type model struct {
	may     steps.Mask
	handled bool // something in reach may ask for signals

	all    []steps.Step
	parent map[string]string   // union-find over keys
	flows  map[string][]string // from a key to those it is assigned to
	ends   map[string]bool     // keys that a signal makes ready

	signals, awaits, servers, routes, unseen []steps.Step
	workers                                  []steps.Step
	tellers                                  []steps.Step // goroutines
	begin, end                               []steps.Step // start-up and shutdown
	aside                                    []steps.Step // what goroutines do when it begins
	stopping                                 bool
	cut                                      bool // some steps are not known
	gone                                     bool
}

func newModel(main []steps.Step) *model {
	m := &model{parent: make(map[string]string), flows: make(map[string][]string), ends: make(map[string]bool)}
	kept := make(map[string][]steps.Step)
	steps.Each(main, func(s *steps.Step) bool {
		if s.Kind == steps.Keep && s.Index == 0 {
			kept[s.Key] = append(kept[s.Key], *s)
		}
		return true
	})
	m.all = expand(main, kept, 6)
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
	return m
}

// expand puts the functions kept in a field in the place of its calls.
func expand(list []steps.Step, kept map[string][]steps.Step, depth int) []steps.Step {
	var out []steps.Step
	for _, s := range list {
		switch s.Kind {
		case steps.Keep:
		case steps.Field:
			if depth == 0 {
				continue
			}
			bodies := kept[s.Key]
			for _, k := range bodies {
				for _, b := range expand(steps.Bind(k.Body, s.Args), kept, depth-1) {
					b.Deferred = b.Deferred || s.Deferred
					b.Cond = b.Cond || s.Cond || len(bodies) > 1 && b.Kind == steps.Exit
					out = append(out, b)
				}
			}
		default:
			s.Body = expand(s.Body, kept, depth)
			out = append(out, s)
		}
	}
	return out
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
	m.line(m.all, false)
	if m.stopping || len(m.aside) > 0 {
		m.end = append(slices.Clone(m.aside), m.end...)
	}
}

// survey sorts out the steps whose place in time does not matter.
func (m *model) survey() {
	steps.Each(m.all, func(s *steps.Step) bool {
		switch s.Kind {
		case steps.Signal:
			m.signals = append(m.signals, *s)
		case steps.Serve:
			m.servers = append(m.servers, *s)
		case steps.Route:
			m.routes = append(m.routes, *s)
		case steps.Unseen:
			m.cut = m.cut || s.What == steps.Cut && s.Via == ""
			if s.At.Line > 0 {
				m.unseen = append(m.unseen, *s)
			}
		case steps.Start:
			m.tellers = append(m.tellers, *s)
		}
		return true
	})
	m.servers = distinct(m.servers)
}

func distinct(list []steps.Step) []steps.Step {
	seen := make(map[steps.Where]bool)
	var kept []steps.Step
	for _, s := range list {
		if !seen[s.At] {
			seen[s.At] = true
			kept = append(kept, s)
		}
	}
	return kept
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
				if waits && s.Kind == steps.Tell && s.Key != "" && s.Key != t.Key && !s.Deferred && !m.ends[s.Key] {
					m.ends[s.Key], changed = true, true
				}
				return s.Kind != steps.Start
			})
		}
	}
}

// await reports whether a step waits for the signal.
func (m *model) await(s *steps.Step) bool {
	return (s.Kind == steps.Recv || s.Kind == steps.Case) && (m.ends[s.Key] || s.What == "interrupt")
}

// line lays a list of steps out in time.
func (m *model) line(list []steps.Step, goroutine bool) {
	for i := range list {
		if m.gone && !goroutine {
			return
		}
		m.place(&list[i], goroutine)
	}
}

func (m *model) place(s *steps.Step, goroutine bool) {
	switch s.Kind {
	case steps.Choice:
		m.choice(s, goroutine)
	case steps.Start:
		m.goroutine(s)
	case steps.Recv:
		if m.await(s) {
			m.boundary(s)
			return
		}
		m.add(*s)
		if m.runs(s.Key) {
			m.boundary(s)
		}
	case steps.Join:
		if m.runs(s.Key) {
			m.boundary(s)
		}
		m.add(*s)
	case steps.Serve:
		m.add(*s)
		if !goroutine && (len(m.signals) > 0 || m.handled) {
			m.stopping = true
		}
	case steps.Exit:
		m.gone = m.gone || s.Hard && !s.Cond && !goroutine
	case steps.Retry:
		m.add(*s)
		m.line(s.Body, goroutine)
	case steps.Route, steps.Unseen, steps.Same:
	default:
		m.add(*s)
	}
}

// boundary is the step behind which the shutdown begins.
func (m *model) boundary(s *steps.Step) {
	m.awaits = append(m.awaits, *s)
	m.stopping = true
}

func (m *model) add(s steps.Step) {
	if m.stopping {
		m.end = append(m.end, s)
	} else {
		m.begin = append(m.begin, s)
	}
}

// runs reports whether key is told by goroutines that serve or wait for the
// signal: waiting for them is what the main line does while the service runs.
func (m *model) runs(key string) bool {
	if key == "" || m.stopping {
		return false
	}
	for _, t := range m.tellers {
		tells, works := false, false
		steps.Each(t.Body, func(s *steps.Step) bool {
			tells = tells || s.Kind == steps.Tell && s.Key == key
			works = works || s.Kind == steps.Serve || m.await(s)
			return true
		})
		if tells && works {
			return true
		}
	}
	return false
}

// choice takes the case of the signal, if there is one; the others have their
// say before. Without one, every case is something that is waited for, no longer
// than the one that is a limit.
func (m *model) choice(s *steps.Step, goroutine bool) {
	var end *steps.Step
	var limit steps.Limit
	for i := range s.Body {
		c := &s.Body[i]
		if m.await(c) && end == nil && !(m.stopping && c.Limit.Known) {
			end = c
		}
		if c.Limit.Known {
			limit = c.Limit
		}
	}
	if end != nil && m.stopping && limit.Known {
		end = nil // a worker's context bounds no more than the wait
	}
	for _, c := range s.Body {
		if end != nil && (c.At == end.At || c.Hard && !goroutine) {
			continue
		}
		if end == nil && !c.Limit.Known && c.Key != "" {
			m.add(steps.Step{Kind: steps.Recv, Key: c.Key, Limit: limit, At: c.At, Deferred: s.Deferred})
		}
		m.line(c.Body, goroutine)
		if end == nil && !goroutine && m.runs(c.Key) {
			m.boundary(&c)
		}
	}
	if end != nil {
		m.boundary(end)
		m.line(end.Body, goroutine)
	}
}

// goroutine lays out one beside the main line: what it does until it is told to
// end belongs to the start-up, the rest to the shutdown.
func (m *model) goroutine(s *steps.Step) {
	if m.worker(s) {
		m.workers = append(m.workers, *s)
	}
	side := &model{may: m.may, handled: m.handled, parent: m.parent, ends: m.ends, signals: m.signals, tellers: m.tellers}
	side.line(s.Body, true)
	m.awaits = append(m.awaits, side.awaits...)
	m.workers = append(m.workers, side.workers...)
	m.aside = append(m.aside, side.aside...)
	if m.stopping {
		m.end = append(m.end, slices.DeleteFunc(side.begin, func(s steps.Step) bool { return s.Kind == steps.Join || s.Kind == steps.Recv })...)
	} else {
		m.begin = append(m.begin, keep(side.begin, steps.Open, steps.Serve)...)
	}
	if len(side.awaits) > 0 {
		m.aside = append(m.aside, side.end...)
	}
}

func keep(list []steps.Step, kinds ...steps.Kind) []steps.Step {
	return slices.DeleteFunc(slices.Clone(list), func(s steps.Step) bool { return !slices.Contains(kinds, s.Kind) })
}

// worker reports whether a goroutine repeats something until it is told to stop,
// and is neither a server nor the one that stops others.
func (m *model) worker(s *steps.Step) bool {
	loops, other := false, s.Via != ""
	steps.Each(s.Body, func(b *steps.Step) bool {
		loops = loops || b.Kind == steps.Loop
		other = other || b.Kind == steps.Serve || b.Kind == steps.Stop || b.Kind == steps.Signal
		return b.Kind != steps.Start
	})
	return loops && !other
}
