package lockuse

import (
	"slices"
	"strings"
)

// maxRing bounds the number of locks in a ring, and maxSteps the search for rings.
const (
	maxRing  = 4
	maxSteps = 50000
)

// A Ring is a contradiction among three locks or more: each edge acquires what the
// next one holds, and the last one what the first one holds. The first is of this
// package.
type Ring []Edge

// Rings returns the contradictions that no two edges make alone, one for each set
// of locks, shortest first. more are edges of other packages.
func Rings(edges, more []Edge) []Ring {
	s := &ringSearch{next: make(map[string][]Edge), pairs: make(map[[2]string]bool), seen: make(map[string]bool), steps: maxSteps}
	for _, e := range append(slices.Clone(edges), more...) {
		if pair := [2]string{e.From, e.To}; !s.pairs[pair] {
			s.pairs[pair] = true
			s.next[e.From] = append(s.next[e.From], e)
		}
	}
	for size := 3; size <= maxRing; size++ {
		for _, e := range edges {
			s.extend(Ring{e}, size)
		}
	}
	return s.found
}

type ringSearch struct {
	next  map[string][]Edge // by the lock held
	pairs map[[2]string]bool
	seen  map[string]bool
	steps int
	found []Ring
}

// extend looks for the rings of a size that begin with the edges of r.
func (s *ringSearch) extend(r Ring, size int) {
	last := r[len(r)-1]
	if s.steps--; s.steps < 0 || s.pairs[[2]string{last.To, last.From}] {
		return // two locks that contradict each other are reported for themselves
	}
	if len(r) == size {
		if last.To == r[0].From && r.waits() && !s.seen[r.key()] {
			s.seen[r.key()] = true
			s.found = append(s.found, slices.Clone(r))
		}
		return
	}
	for _, e := range s.next[last.To] {
		closes := e.To == r[0].From
		if closes == (len(r) == size-1) && (closes || !slices.ContainsFunc(r, func(o Edge) bool { return o.From == e.To || o.To == e.To })) {
			s.extend(append(r[:len(r):len(r)], e), size)
		}
	}
}

// waits reports whether goroutines on the edges can deadlock: no lock is only read by both
// its parties, and no further lock lets only one of them in.
func (r Ring) waits() bool {
	for i, e := range r {
		if next := r[(i+1)%len(r)]; e.Reads[1] && next.Reads[0] {
			return false
		}
	}
	return !slices.ContainsFunc(r[0].Gates, func(gate string) bool {
		return !slices.ContainsFunc(r, func(e Edge) bool { return !slices.Contains(e.Gates, gate) })
	})
}

// key returns the locks of the ring, in an order of their own.
func (r Ring) key() string {
	var keys []string
	for _, e := range r {
		keys = append(keys, e.From)
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}
