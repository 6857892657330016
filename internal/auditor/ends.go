package auditor

import (
	"fmt"
	"slices"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A wait is the step that waits for a key; one that takes what is sent, until the channel
// is closed, waits for what closes it.
type wait struct {
	steps.Step
	drains bool
}

// joined returns the keys that the steps wait for, also through goroutines that wait for
// them.
func (m *model) joined(list []steps.Step) map[string]wait {
	keys := make(map[string]wait)
	for _, s := range list {
		if s.Kind == steps.Join || s.Kind == steps.Recv || s.Kind == steps.Case {
			keys[s.Key] = wait{Step: s}
		}
	}
	delete(keys, "")
	for changed := true; changed; {
		changed = false
		for _, t := range m.tellers {
			by, ok := tells(t, keys)
			if !ok {
				continue
			}
			waitsFor(t.Body, func(s steps.Step, drains bool) {
				if old, ok := keys[s.Key]; s.Key != "" && (!ok || old.drains && !drains) {
					keys[s.Key], changed = wait{by, drains}, true
				}
			})
		}
	}
	return keys
}

// waitsFor calls f for what a goroutine itself waits for, and whether it takes from it in a loop.
func waitsFor(body []steps.Step, f func(s steps.Step, drains bool)) {
	for i, s := range body {
		if s.Kind == steps.Join || s.Kind == steps.Recv {
			f(s, i+1 < len(body) && body[i+1].Kind == steps.Loop && body[i+1].At == s.At)
		}
		if s.Kind != steps.Start {
			waitsFor(s.Body, f)
		}
	}
}

// tells returns the step that waits for a goroutine: for itself, not for one that it
// starts.
func tells(w steps.Step, keys map[string]wait) (by steps.Step, ok bool) {
	steps.Each(w.Body, func(s *steps.Step) bool {
		if at, found := keys[s.Key]; s.Kind == steps.Tell && found && !(at.drains && s.What == steps.Sent) {
			by, ok = at.Step, true
		}
		return s.Kind != steps.Start
	})
	return by, ok
}

func (m *model) cellWorkers() service.Cell {
	early := m.joined(keep(m.begin, steps.Join)) // those that the start-up itself waits for are none
	workers := slices.DeleteFunc(distinct(m.workers), func(w steps.Step) bool {
		_, ok := tells(w, early)
		return ok || m.attempt(w)
	})
	lasts := slices.IndexFunc(m.tellers, func(t steps.Step) bool { return t.Lasts() && !t.Hard })
	if lasts >= 0 && len(workers) == 0 {
		return service.Cell{Value: service.Unknown, Text: "a goroutine is a call of others that cannot be followed", Proofs: []service.Proof{proof(m.tellers[lasts], "starts "+short(m.tellers[lasts].Body[0].What))}}
	}
	if len(workers) == 0 {
		return service.Cell{Value: service.None, Text: "starts none"}
	}
	keys := m.joined(slices.Concat(m.awaits, m.end))
	n := 0
	var proofs []service.Proof
	for _, w := range workers {
		text := "started, and not waited for"
		if by, ok := tells(w, keys); ok {
			n++
			text = fmt.Sprintf("started, and waited for at %s:%d", by.At.File, by.At.Line)
		}
		proofs = append(proofs, proof(w, text))
	}
	c := service.Cell{Proofs: proofs}
	c.Value, c.Text = ratio(n, len(workers))
	if lasts >= 0 {
		c.Text += " that can be seen, and a goroutine is a call of others that cannot be followed"
		if c.Value == service.Yes {
			c.Value = service.Unknown
		}
	}
	return c
}

// attempt reports whether a goroutine repeats something until it can signal the start-up
// that it is done: after its loop, or in it, it signals a local channel from which nothing
// but the start-up receives. So is one that the start-up ends by a flag.
func (m *model) attempt(w steps.Step) bool {
	gets := func(list []steps.Step, key string) bool {
		return slices.ContainsFunc(list, func(s steps.Step) bool { return s.Kind == steps.Recv && s.Key == key })
	}
	loops, done := false, false
	ready := make(map[string]bool) // what it signals before its loop
	steps.Each(w.Body, func(s *steps.Step) bool {
		loops = loops || s.Kind == steps.Loop
		done = done || s.Kind == steps.Loop && m.endedEarly(w, s.Key)
		switch {
		case s.Kind != steps.Tell || s.Key == "" || lasting(s.Key):
		case !loops:
			ready[s.Key] = true
		default:
			done = done || !ready[s.Key] && gets(m.begin, s.Key) && !gets(m.end, s.Key)
		}
		return s.Kind != steps.Start
	})
	return done
}

// endedEarly reports whether the start-up changes the local flag until which a goroutine
// that it has started loops.
func (m *model) endedEarly(w steps.Step, flag string) bool {
	return flag != "" && !lasting(flag) && slices.ContainsFunc(m.begin, func(s steps.Step) bool {
		return s.Kind == steps.Set && s.Key == flag && s.At.Line > w.At.Line
	})
}

func (m *model) cellLogs() service.Cell {
	var made, flushed []steps.Step
	steps.Each(m.all, func(s *steps.Step) bool {
		switch s.Kind {
		case steps.Buffer:
			made = append(made, *s)
		case steps.Flush:
			flushed = append(flushed, *s)
		}
		return true
	})
	for _, s := range m.end {
		if s.Kind == steps.Flush && m.signalled() != service.No {
			return service.Cell{Value: service.Yes, Text: short(s.What), Proofs: []service.Proof{proof(s, "flushes the log")}}
		}
	}
	switch {
	case len(flushed) > 0:
		return service.Cell{Value: service.Partly, Text: "not by the shutdown", Proofs: []service.Proof{proof(flushed[0], "flushes the log")}}
	case len(made) == 0:
		return service.Cell{Value: service.None, Text: "no logger keeps lines back"}
	case m.may&steps.MayFlush != 0:
		return service.Cell{Value: service.Unknown, Text: "flushed, if at all, by calls that cannot be followed", Proofs: []service.Proof{proof(made[0], "makes the logger")}}
	}
	return service.Cell{Value: service.No, Text: "never", Proofs: []service.Proof{proof(made[0], "makes the logger")}}
}

// dials returns what the start-up opens, and what it opens again when that fails.
func (m *model) dials() (all, retried []steps.Step) {
	again := make(map[steps.Where]bool)
	for _, s := range m.begin {
		if s.Kind == steps.Retry {
			steps.Each(s.Body, func(b *steps.Step) bool {
				again[b.At] = true
				return true
			})
		}
	}
	brief := m.transient()
	for _, s := range distinct(keep(m.begin, steps.Open)) {
		if _, lazy := catalog.OpenLiterals[s.What]; lazy || s.Local || s.What == "os.File" || s.Via != "" && brief[s.Other] { // dials when it is used
			continue
		}
		all = append(all, s)
		if again[s.At] {
			retried = append(retried, s)
		}
	}
	return all, retried
}

func (m *model) cellRetry() service.Cell {
	all, retried := m.dials()
	if asks := keep(m.begin, steps.Ask); len(all) == 0 && len(asks) > 0 {
		return service.Cell{Value: service.Unknown, Text: "asks others, and what depends on it cannot be seen", Proofs: []service.Proof{proof(asks[0], "asks by "+short(asks[0].What))}}
	}
	if len(all) == 0 {
		return service.Cell{Value: service.None, Text: "dials nothing"}
	}
	c := service.Cell{}
	c.Value, c.Text = ratio(len(retried), len(all))
	for _, s := range all {
		text := "dials once"
		if slices.ContainsFunc(retried, func(r steps.Step) bool { return r.At == s.At }) {
			text = "dials repeatedly"
		}
		c.Proofs = append(c.Proofs, proof(s, text))
	}
	if d := m.patience(); d > 0 {
		c.Text += fmt.Sprintf(", for %s at least", d)
	}
	return c
}

// connects reports whether what is repeated opens a store or a client, or asks one whether
// it is there.
func connects(retry steps.Step) (found bool) {
	steps.Each(retry.Body, func(s *steps.Step) bool {
		found = found || s.Kind == steps.Open || s.Kind == steps.Ask || s.Kind == steps.Unseen
		return !found
	})
	return found
}

// patience returns how long the start-up retries, at least.
func (m *model) patience() (total time.Duration) {
	for _, s := range distinct(keep(m.begin, steps.Retry)) { // several commands may come to one
		if len(s.Args) < 2 || !s.Args[0].Known || !connects(s) {
			continue
		}
		var once time.Duration
		steps.Each(s.Body, func(b *steps.Step) bool {
			if b.Limit.Known && (b.Kind == steps.Bound || b.Kind == steps.Ask || b.Kind == steps.Open) {
				once = max(once, b.Limit.D)
			}
			return true
		})
		n := s.Args[0].D
		total += n*once + max(n-1, 0)*s.Args[1].D
	}
	return total
}
