package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// beside returns a model for what happens beside the main line.
func (m *model) beside() *model {
	return &model{may: m.may, handled: m.handled, parent: m.parent, flows: m.flows, ends: m.ends, waited: m.waited, running: m.running, stoppers: m.stoppers, told: m.told, instead: m.instead, signals: m.signals, servers: m.servers, tellers: m.tellers}
}

// goroutine lays out one beside the main line: what it does until it is stopped belongs to
// the start-up, the rest to the shutdown.
func (m *model) goroutine(s *steps.Step) {
	if m.worker(s) {
		m.workers = append(m.workers, *s)
	}
	of := m.beside()
	of.line(s.Body, true)
	of.begin, of.end = m.held(of.begin, true), m.held(of.end, exits(s.Body))
	m.awaits = append(m.awaits, of.awaits...)
	own := m.joined(rejoined(s.Body)) // those that it waits for itself are part of it
	others := slices.DeleteFunc(slices.Clone(of.workers), func(w steps.Step) bool { _, ok := tells(w, own); return ok })
	if len(others) < len(of.workers) && !m.listens(s.Body) && s.Via == "" && !s.Hard && !m.worker(s) {
		m.workers = append(m.workers, *s)
	}
	if !s.Hard { // what a connection starts ends with it
		m.workers = append(m.workers, others...)
	}
	m.aside, m.sides = append(m.aside, of.aside...), append(m.sides, of.sides...)
	if m.stopping {
		m.end = append(m.end, slices.DeleteFunc(of.begin, func(s steps.Step) bool { return s.Kind == steps.Join || s.Kind == steps.Recv })...)
	} else {
		m.begin = append(m.begin, m.once(of.begin)...)
	}
	if len(of.awaits) > 0 {
		m.aside, m.sides = append(m.aside, of.end...), append(m.sides, side{*s, len(of.end)})
	}
}

// rejoined returns the waits of a goroutine that come after it has started others.
func rejoined(body []steps.Step) (joins []steps.Step) {
	started := false
	steps.Each(body, func(s *steps.Step) bool {
		started = started || s.Kind == steps.Start
		if started && s.Kind == steps.Join {
			joins = append(joins, *s)
		}
		return s.Kind != steps.Start
	})
	return joins
}

// listens reports whether a goroutine waits for the signal itself.
func (m *model) listens(body []steps.Step) (found bool) {
	steps.Each(body, func(s *steps.Step) bool {
		found = found || m.await(s)
		return !found && s.Kind != steps.Start
	})
	return found
}

// once returns what a goroutine does to start: it serves, and opens what it neither opens
// repeatedly nor closes again itself.
func (m *model) once(list []steps.Step) []steps.Step {
	brief := make(map[string]bool)
	m.passing(list, brief, false)
	if !serves(list) { // one that serves is part of the start-up
		list = slices.DeleteFunc(slices.Clone(list), func(s steps.Step) bool { return s.Kind == steps.Open && brief[s.Other] })
	}
	loop := slices.IndexFunc(list, func(s steps.Step) bool { return s.Kind == steps.Loop })
	if loop < 0 {
		loop = len(list)
	}
	return append(keep(list[:loop], steps.Open, steps.Serve), keep(list[loop:], steps.Serve)...)
}

// held removes from a goroutine's steps the waits that delay nothing: neither the stop of a
// server nor the signal that the main line waits for comes after them, nor, if it is not a
// mere pause, anything else that a shutdown does.
func (m *model) held(list []steps.Step, exits bool) []steps.Step {
	holds, does := false, exits
	var kept []steps.Step
	for _, s := range slices.Backward(list) {
		holds = holds || s.Kind == steps.Stop || s.Kind == steps.Kill || s.Kind == steps.Tell && (m.ends[s.Key] || m.waited[s.Key])
		does = does || holds || s.Kind == steps.Release || s.Kind == steps.Leave || s.Kind == steps.Flush
		switch s.Kind {
		case steps.Drain, steps.Poll:
			if !holds {
				continue
			}
		case steps.Join, steps.Recv:
			if !does {
				continue
			}
		}
		kept = append(kept, s)
	}
	slices.Reverse(kept)
	return kept
}

// exits reports whether a goroutine itself may end the process.
func exits(body []steps.Step) (found bool) {
	steps.Each(body, func(s *steps.Step) bool {
		found = found || s.Kind == steps.Exit
		return s.Kind != steps.Start
	})
	return found
}

func keep(list []steps.Step, kinds ...steps.Kind) []steps.Step {
	return slices.DeleteFunc(slices.Clone(list), func(s steps.Step) bool { return !slices.Contains(kinds, s.Kind) })
}

// endedBySignal reports whether a signal ends a worker: one that the program ends by itself is no
// reason to call it a service.
func (m *model) endedBySignal(worker steps.Step) (ends bool) {
	steps.Each(worker.Body, func(s *steps.Step) bool {
		ends = ends || m.gets(s)
		return !ends
	})
	return ends
}

// caught reports whether a step takes the signals themselves from a local channel.
func (m *model) caught(b *steps.Step) bool { return m.gets(b) && !lasting(b.Key) }

// worker reports whether a goroutine repeats something until it is stopped, and is neither
// a server, nor for one of its connections, nor the one that stops others.
func (m *model) worker(s *steps.Step) bool {
	loops, other := false, s.Via != "" || s.Hard
	steps.Each(s.Body, func(b *steps.Step) bool {
		other = other || !loops && m.await(b) && b.Kind == steps.Recv // what it repeats is part of the shutdown
		loops = loops || b.Kind == steps.Loop
		other = other || b.Kind == steps.Serve || b.Kind == steps.Stop || b.Kind == steps.Signal || b.Kind == steps.Recv && m.caught(b)
		return b.Kind != steps.Start
	})
	return loops && !other
}
