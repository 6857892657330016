package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// line lays a list of steps out in time.
func (m *model) line(list []steps.Step, goroutine bool) {
	for i := 0; i < len(list); i++ {
		if m.gone && !goroutine {
			return
		}
		if list[i].Kind == steps.Either {
			n := 1
			for i+n < len(list) && list[i+n].Kind == steps.Either && list[i+n].At == list[i].At {
				n++
			}
			m.either(list[i:i+n], goroutine)
			i += n - 1
			continue
		}
		m.place(&list[i], goroutine)
	}
}

// either lays out lives of which the program has one: each begins where the
// others do.
func (m *model) either(lives []steps.Step, goroutine bool) {
	before := m.stopping
	stopping := before
	for _, l := range lives {
		side := m.beside()
		side.stopping = m.stopping
		if !hears(l.Body) {
			side.signals = m.apart(lives)
			side.handled = m.handled && len(m.signals) == 0
		}
		side.line(l.Body, goroutine)
		if l.What != "" && l.Cond {
			maybe(side.begin)
			maybe(side.end)
		}
		if l.What == "" {
			m.turns = append(m.turns, turn{len(m.begin), true})
		}
		for _, t := range side.turns {
			m.turns = append(m.turns, turn{len(m.begin) + t.at, t.apart})
		}
		m.begin, m.end = append(m.begin, side.begin...), append(m.end, side.end...)
		m.awaits = slices.Insert(m.awaits, m.own, side.awaits...)
		m.own += side.own
		m.workers = append(m.workers, side.workers...)
		m.aside, m.sides = append(m.aside, side.aside...), append(m.sides, side.sides...)
		stopping = stopping || side.stopping
	}
	m.stopping = stopping
	own := len(lives) == 1 && lives[0].Hard // what follows is a life of its own
	if own {
		m.stopping = before
	}
	if lives[0].What == "" {
		m.turns = append(m.turns, turn{len(m.begin), own})
	}
}

// maybe marks what is done by a type in whose place others may be called.
func maybe(list []steps.Step) {
	for i := range list {
		list[i].Maybe = true
	}
}

// hears reports whether a life asks for the signal itself, or stops a server, and so may
// know of it in a way that cannot be followed.
func hears(life []steps.Step) (found bool) {
	steps.Each(life, func(s *steps.Step) bool {
		found = found || s.Kind == steps.Signal || s.Kind == steps.Stop || s.Kind == steps.Kill
		return !found
	})
	return found
}

// apart returns the signals that are asked for by none of some lives.
func (m *model) apart(lives []steps.Step) []steps.Step {
	of := make(map[steps.Where]bool)
	steps.Each(lives, func(s *steps.Step) bool {
		of[s.At] = of[s.At] || s.Kind == steps.Signal
		return true
	})
	return slices.DeleteFunc(slices.Clone(m.signals), func(s steps.Step) bool { return of[s.At] })
}

func (m *model) place(s *steps.Step, goroutine bool) {
	if s.Kind == steps.Tell && !goroutine {
		m.told[s.Key] = true
	}
	switch s.Kind {
	case steps.Choice:
		m.choice(s, goroutine)
	case steps.Start:
		m.goroutine(s)
	case steps.Recv:
		if m.await(s) || m.stopper(s.Key) {
			m.boundary(s)
			return
		}
		m.add(*s)
		if m.runs(s.Key) {
			m.boundary(s)
		}
	case steps.Join:
		if m.stopper(s.Key) {
			m.boundary(s)
			return
		}
		if m.runs(s.Key) {
			m.boundary(s)
		}
		m.add(*s)
	case steps.Serve:
		m.add(*s)
		if !goroutine && (len(m.signals) > 0 || m.handled) {
			m.stopping = true
		}
	case steps.Kill:
		if !catalog.ListenerCloses[s.What] || m.accepting(s.Key) {
			m.add(*s)
		}
	case steps.Exit:
		m.gone = m.gone || s.Hard && !s.Cond && !goroutine
	case steps.Retry:
		m.add(*s)
		m.line(s.Body, goroutine)
	case steps.Route, steps.Unseen, steps.Same, steps.Handler, steps.Answer, steps.Below, steps.Chooses:
	default:
		m.add(*s)
	}
}

// boundary is the step after which the shutdown begins. Those of the line itself come
// before those of the goroutines that it has started.
func (m *model) boundary(s *steps.Step) {
	m.awaits = slices.Insert(m.awaits, m.own, *s)
	m.own++
	m.stopping = true
}

// notice returns the step that waits for the signal itself, and not for the word of
// another goroutine; if none is known to, the first that waits at all.
// Of goroutines, it is rather one that does nothing else, of the line itself one that no branch is around.
func (m *model) notice() steps.Step {
	first := slices.IndexFunc(m.awaits, func(a steps.Step) bool { return m.gets(&a) })
	if first >= m.own {
		first = max(first, slices.IndexFunc(m.awaits, func(a steps.Step) bool { return m.gets(&a) && a.Kind == steps.Recv }))
	} else if always := slices.IndexFunc(m.awaits[:m.own], func(a steps.Step) bool { return m.gets(&a) && !a.Cond }); always >= 0 {
		first = always
	}
	return m.awaits[max(0, first)]
}

// gets reports whether a step waits for what the signal itself is sent to.
func (m *model) gets(a *steps.Step) bool {
	return slices.ContainsFunc(m.signals, func(s steps.Step) bool { return s.Key != "" && s.Key == a.Key })
}

func (m *model) add(s steps.Step) {
	if m.stopping {
		m.end = append(m.end, s)
	} else {
		m.begin = append(m.begin, s)
	}
}

// runs reports whether key is signaled by goroutines that serve or wait for the signal: the
// main line waits for them while the service runs.
func (m *model) runs(key string) bool {
	return key != "" && !m.stopping && m.running[key] && !m.released(key)
}

// released reports whether the line has signaled what waits for the signal, and then
// signals the key, that it may end.
func (m *model) released(key string) bool {
	return slices.ContainsFunc(m.instead[key], func(k string) bool { return m.told[k] })
}

// stopper reports whether key is signaled by a goroutine that waits for the signal and then
// stops servers. Waiting for it takes no longer than what it does, and that is in the
// sequence already.
func (m *model) stopper(key string) bool { return key != "" && m.stoppers[key] && !m.released(key) }

// others returns the keys that end a choice in place of the signal that it waits for.
func (m *model) others(choice *steps.Step) (keys []string) {
	waits := false
	for _, c := range choice.Body {
		if m.await(&c) {
			waits = true
		} else if c.Kind == steps.Case && c.Key != "" {
			keys = append(keys, c.Key)
		}
	}
	if !waits {
		return nil
	}
	return keys
}

// sortTellers notes what the goroutines do that tell a key. What one starts is none
// of its own waits.
func (m *model) sortTellers() {
	for _, t := range m.tellers {
		works, waits, stops := false, false, false
		var keys, others []string
		taken := make(map[string]bool)
		steps.Each(t.Body, func(s *steps.Step) bool {
			if tellsEnd(s) {
				keys = append(keys, s.Key)
			}
			taken[s.Key] = taken[s.Key] || s.Kind == steps.Recv
			if s.Kind == steps.Choice {
				others = append(others, m.others(s)...)
			}
			waits = waits || m.await(s)
			works = works || waits || s.Kind == steps.Serve
			stops = stops || waits && (s.Kind == steps.Stop || s.Kind == steps.Kill)
			return s.Kind != steps.Start
		})
		for _, k := range keys {
			if taken[k] { // a lock or a semaphore
				continue
			}
			m.running[k] = m.running[k] || works
			m.stoppers[k] = m.stoppers[k] || stops
			m.instead[k] = append(m.instead[k], others...)
		}
	}
}

// pause reports whether a choice waits for a timer, does nothing when that fires, and ends early in the given case.
func pause(s, end *steps.Step) bool {
	return len(s.Body) > 1 && !slices.ContainsFunc(s.Body, func(c steps.Step) bool {
		return c.At != end.At && (c.Kind != steps.Case || c.Key != "" || len(c.Body) > 0)
	}) && len(end.Body) == 0
}

// choice takes the case of the signal, if there is one; the others come before. Without
// one, every case is something that is waited for, no longer than the one that is a limit,
// unless a default takes what is there and continues.
func (m *model) choice(s *steps.Step, goroutine bool) {
	var end *steps.Step
	var limit steps.Limit
	for i := range s.Body {
		c := &s.Body[i]
		if m.await(c) && (end == nil || m.gets(c) && !m.gets(end)) && !(m.stopping && c.Limit.Known) {
			end = c
		}
		if c.Limit.Known {
			limit = c.Limit
		}
	}
	if end != nil && !goroutine && pause(s, end) {
		return // the program does not wait for the signal, which cuts the pause short
	}
	if end != nil && m.stopping && limit.Known {
		m.line(end.Body, goroutine) // what the signal has set off is there: nothing is waited for
		return
	}
	for _, c := range s.Body {
		if end != nil && (c.At == end.At || c.Hard && !goroutine) {
			continue
		}
		if end == nil && !s.Hard && !c.Limit.Known && c.Key != "" {
			m.add(steps.Step{Kind: steps.Recv, Key: c.Key, Limit: limit, At: c.At, Deferred: s.Deferred})
		}
		m.line(c.Body, goroutine)
		if end == nil && !s.Hard && !goroutine && m.runs(c.Key) {
			m.boundary(&c)
		}
	}
	if end != nil {
		at := *end
		at.Cond = at.Cond || s.Cond
		m.boundary(&at)
		m.line(end.Body, goroutine)
	}
}
