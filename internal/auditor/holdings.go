package auditor

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A held is a store or client, with what ends it.
type held struct {
	open    *steps.Step
	typ     string
	release *steps.Step // by the shutdown, or else anywhere
	atEnd   bool
}

// holdings returns the stores, or the clients, of the program. A release counts
// for what is opened under the same key, or flows there from where it is opened.
func (m *model) holdings(client bool) []*held {
	var list []*held
	at := make(map[string][]*held) // by the keys that it flows to
	seen := make(map[string]bool)
	brief := m.transient()
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind != steps.Open || s.Client != client || seen[s.Other] || brief[s.Other] {
			return true
		}
		keys := m.reach(s.Other)
		if seen[s.Other] = true; m.unkept(*s) {
			return true
		}
		h := &held{typ: short(s.What), open: s}
		for _, k := range keys {
			at[k] = append(at[k], h)
		}
		list = append(list, h)
		return true
	})
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind != steps.Release || s.Client != client || brief[s.Other] {
			return true
		}
		if len(at[s.Other]) == 0 && !catalog.KeptTypes()[s.What] && !m.anyOpen(s) {
			h := &held{typ: short(s.What)}
			list, at[s.Other] = append(list, h), []*held{h}
		}
		for _, h := range at[s.Other] {
			if h.release == nil || !h.beside(h.release) || h.beside(s) {
				h.release = s
			}
		}
		return true
	})
	for i, s := range m.end {
		for _, h := range at[s.Other] {
			if s.Kind == steps.Release && s.Client == client {
				h.release, h.atEnd = &m.end[i], true
			}
		}
	}
	return list
}

// unkept reports whether what is opened counts only if it is kept, and is not known to be.
func (m *model) unkept(s steps.Step) bool {
	return s.Hard && !slices.ContainsFunc(m.reach(s.Other), lasting)
}

// beside reports whether a release is in the file that opens: of several that the name of a
// field stands for, it is the one that is meant.
func (h *held) beside(release *steps.Step) bool {
	return h.open != nil && h.open.At.Pkg == release.At.Pkg && h.open.At.File == release.At.File
}

// transient returns the keys of what is opened and closed again by the start-up,
// or by one request.
func (m *model) transient() map[string]bool {
	keys := make(map[string]bool)
	m.passing(m.begin, keys, len(m.awaits) > 0)
	for _, t := range m.tellers {
		if i := slices.IndexFunc(t.Body, func(s steps.Step) bool { return s.Kind == steps.Loop }); i >= 0 {
			m.passing(t.Body[:i], keys, false) // before, or in each iteration
			m.passing(t.Body[i:], keys, false)
		}
	}
	for _, r := range m.routes {
		m.passing(r.Body, keys, false)
	}
	return keys
}

// passing adds the keys of what a list opens and closes again: itself, or a part of it. Where
// it is not known to end before the shutdown, that is before it serves.
func (m *model) passing(list []steps.Step, keys map[string]bool, ends bool) {
	opened := make(map[string]steps.Step)
	for _, s := range list {
		switch {
		case s.Kind == steps.Serve && !ends:
			return
		case s.Kind == steps.Open:
			for _, k := range m.reach(s.Other) {
				opened[k] = s
			}
		case s.Kind == steps.Release && !lasting(s.Other):
			if o, ok := opened[s.Other]; ok && (s.Deferred || !s.Cond || s.Via != "" && s.At == o.At) {
				keys[s.Other], keys[o.Other] = true, true
			}
		}
	}
}

// reach returns the keys that a value may have which begins under key.
func (m *model) reach(key string) []string {
	list := []string{key}
	for i := 0; i < len(list); i++ {
		for _, to := range m.flows[list[i]] {
			if !slices.Contains(list, to) {
				list = append(list, to)
			}
		}
	}
	return list
}

// lasting reports whether a key is that of a field or a package's variable. What has no key
// is kept nowhere that is known.
func lasting(key string) bool { return key != "" && !strings.Contains(key, ":") }

// variable reports whether a key is that of a package's variable, of which there is one.
func variable(key string) bool {
	return lasting(key) && strings.Count(key[strings.LastIndexByte(key, '/')+1:], ".") == 1
}

// anyOpen reports whether something of the type that s releases is opened, so
// that s may well be about that.
func (m *model) anyOpen(s *steps.Step) bool {
	found := false
	steps.Each(m.all, func(o *steps.Step) bool {
		found = found || o.Kind == steps.Open && o.What == s.What
		return !found
	})
	return found
}

func (m *model) cellReleases(client bool) service.Cell {
	list := m.holdings(client)
	if len(list) == 0 {
		return service.Cell{Value: service.None, Text: "opens none"}
	}
	n, hidden := 0, false
	how := "called"
	var proofs []service.Proof
	for _, h := range list {
		switch {
		case h.atEnd && m.signalled() != service.No:
			n++
			if h.release.Deferred {
				how = "deferred"
			}
			proofs = append(proofs, proof(*h.release, "closes "+h.typ))
		case h.atEnd, h.release != nil && h.release.Deferred && m.signalled() == service.No:
			proofs = append(proofs, proof(*h.release, "would close "+h.typ+", but the signal ends the process first"))
		case h.release != nil && h.open != nil && m.signalled() != service.No && m.escapes(h.open.Key):
			hidden = true
			proofs = append(proofs, proof(*h.open, "opens "+h.typ+"; something may close it"))
		case h.release != nil && h.open != nil:
			proofs = append(proofs, proof(*h.open, "opens "+h.typ), proof(*h.release, "closes it, but not at shutdown"))
		case h.open != nil && m.maybeClosed(h):
			hidden = true
			proofs = append(proofs, proof(*h.open, "opens "+h.typ+"; something may close it"))
		case h.open != nil:
			proofs = append(proofs, proof(*h.open, "opens "+h.typ+", and nothing closes it"))
		default:
			proofs = append(proofs, proof(*h.release, "closes "+h.typ+", but not at shutdown"))
		}
	}
	c := service.Cell{Proofs: proofs}
	c.Value, c.Text = ratio(n, len(list))
	if c.Value == service.Yes {
		c.Text += ", " + how
	}
	if hidden && m.signalled() != service.No {
		c.Value, c.Text = service.Unknown, "not every way to what closes them can be followed"
	}
	return c
}

// maybeClosed reports whether something that is opened may be closed where that cannot
// be seen: it goes to what cannot be followed, or the program mentions what closes its
// type, and not all of that is known to close something else.
func (m *model) maybeClosed(h *held) bool {
	if m.escapes(h.open.Key) {
		return true
	}
	others := make(map[string]bool) // what else of the type there is
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Open && s.What == h.open.What && s.Other != h.open.Other {
			for _, k := range m.reach(s.Other) {
				others[k] = true
			}
		}
		return true
	})
	known, other := false, false
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Release && s.What == h.open.What {
			known, other = true, other || !others[s.Other]
		}
		return true
	})
	return other || !known && slices.Contains(m.closes, h.open.What)
}

// ends reports whether a call that cannot be followed is one of an interface's method that
// ends what it is called on.
func ends(s steps.Step) bool {
	return s.Other != "" && slices.Contains(catalog.StopMethods, s.What[strings.LastIndexByte(s.What, '.')+1:])
}

// escapes reports whether a call that cannot be followed is made on what key is.
func (m *model) escapes(key string) bool {
	return slices.ContainsFunc(m.unseen, func(s steps.Step) bool { return s.Key == key || ends(s) }) ||
		slices.ContainsFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Unseen })
}
