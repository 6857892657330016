package lockset

import (
	"cmp"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// A State is the set of locks that may be held at one point of a function. A nil
// State stands for code that is not reached. States share holds, which nothing changes.
type State map[Lock]*Hold

// A Hold is how a lock is held.
type Hold struct {
	Op
	Pos       token.Pos // of the call that acquired it
	Must      bool      // on every path
	Some      bool      // by some callers only
	Inherited bool      // by the starter of the goroutine, which waits for it
}

// as returns the hold with another certainty.
func (h Hold) as(must, some bool) *Hold {
	h.Must, h.Some = must, some
	return &h
}

// fork returns a copy that may be changed.
func (s State) fork() State {
	if s == nil {
		return State{}
	}
	return maps.Clone(s)
}

// A cursor is a state at a point of a block. Most instructions leave it as it is, and most
// blocks: they share it.
type cursor struct {
	State
	own bool
}

// change returns the state as one that may be changed.
func (c *cursor) change() State {
	if !c.own {
		c.State, c.own = c.fork(), true
	}
	return c.State
}

// join returns what holds after either of two paths, and whether that differs
// from s. It changes neither of them, and may return one.
func (s State) join(t State) (State, bool) {
	if s == nil {
		return t, true
	}
	joined := cursor{State: s}
	for lock, h := range s {
		other, ok := t[lock]
		weaker := h.Must && (!ok || !other.Must)
		own := h.Some && ok && !other.Some // the function itself took it on one of the paths
		if weaker || own {
			joined.change()[lock] = h.as(h.Must && !weaker, h.Some && !own)
		}
	}
	for lock, h := range t {
		if _, ok := s[lock]; !ok {
			joined.change()[lock] = h.as(false, h.Some)
		}
	}
	return joined.State, joined.own
}

// Must returns how lock is held for sure, in the mode asked for or a stronger.
func (s State) Must(path Path) (Hold, bool) {
	for _, read := range []bool{false, true} {
		if h, ok := s[Lock{path, read}]; ok && h.Must {
			return *h, true
		}
	}
	return Hold{}, false
}

// May reports whether path may be held in any mode.
func (s State) May(path Path) bool {
	_, w := s[Lock{path, false}]
	_, r := s[Lock{path, true}]
	return w || r
}

// Split reports whether the function, or all that call it, may hold a lock, whether they
// may hold one on some paths only, and which locks only some of those hold.
func (s State) Split() (maybe, unsure bool, callers []string) {
	for _, h := range s {
		if h.Permit {
			continue
		}
		if h.Some {
			callers = append(callers, h.Key)
		} else {
			maybe = true
			unsure = unsure || !h.Must
		}
	}
	return maybe, unsure, callers
}

// Held returns the locks held for sure, in source order.
func (s State) Held() []Hold { return s.held(func(h Hold) bool { return !h.Permit }) }

// Permits returns the permits held for sure, in source order.
func (s State) Permits() []Hold { return s.held(func(h Hold) bool { return h.Permit }) }

// Locked reports whether any lock may be held.
func (s State) Locked() bool {
	for _, h := range s {
		if !h.Permit {
			return true
		}
	}
	return false
}

func (s State) held(which func(Hold) bool) []Hold {
	var list []Hold
	for lock, h := range s {
		if !h.Must || !which(*h) {
			continue
		}
		list = append(list, *h)
		if h.Permit {
			list[len(list)-1].Lock = lock // a caller knows it by another name
		}
	}
	slices.SortFunc(list, func(a, b Hold) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Fields, b.Fields), strings.Compare(a.Key, b.Key))
	})
	return list
}
