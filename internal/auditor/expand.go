package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// An expander puts the functions kept somewhere in the place of their calls.
type expander struct {
	same model                   // of which only the names of the keys are used
	kept map[string][]steps.Step // by key
	run  map[string]bool         // commands that have been put in place
	busy map[string]bool         // keys whose functions are being put in place
	left int                     // steps that may still be put in place
}

// most is how many steps may be put in the place of calls. Where many functions
// are kept under one key, and call it again, they are more at every depth.
const most = 20000

func newExpander(main []steps.Step) *expander {
	e := &expander{same: model{parent: make(map[string]string)}, kept: make(map[string][]steps.Step), run: make(map[string]bool), busy: make(map[string]bool), left: most}
	steps.Each(main, func(s *steps.Step) bool {
		if s.Kind == steps.Same {
			e.same.parent[e.same.find(s.Key)] = e.same.find(s.Other)
		}
		return true
	})
	steps.Each(main, func(s *steps.Step) bool {
		if s.Kind == steps.Keep && s.Index == 0 {
			e.keep(e.same.find(s.Key), *s)
		}
		return true
	})
	e.dropIdle()
	return e
}

// keep adds a function to those of a key, unless it is there, or only calls them.
func (e *expander) keep(key string, s steps.Step) {
	calls := len(s.Body) == 1 && s.Body[0].Kind == steps.Field && e.same.find(s.Body[0].Key) == key
	if !calls && !slices.ContainsFunc(e.kept[key], func(k steps.Step) bool { return same(k.Body, s.Body) }) {
		e.kept[key] = append(e.kept[key], s)
	}
}

// dropIdle drops the functions that do nothing but call each other.
func (e *expander) dropIdle() {
	acts := make(map[string]bool)
	for changed := true; changed; {
		changed = false
		for key, list := range e.kept {
			if !acts[key] && slices.ContainsFunc(list, func(k steps.Step) bool { return e.acts(k.Body, acts) }) {
				acts[key], changed = true, true
			}
		}
	}
	for key, list := range e.kept {
		e.kept[key] = slices.DeleteFunc(list, func(k steps.Step) bool { return !e.acts(k.Body, acts) })
	}
}

// acts reports whether a function does something, if those of some keys do.
func (e *expander) acts(body []steps.Step, keys map[string]bool) (found bool) {
	steps.Each(body, func(s *steps.Step) bool {
		switch s.Kind {
		case steps.Same, steps.Keep:
		case steps.Field:
			key := e.same.find(s.Key)
			found = found || keys[key] || e.kept[key] == nil && s.What != ""
		default:
			found = true
		}
		return !found && s.Kind != steps.Keep
	})
	return found
}

func (e *expander) expand(list []steps.Step, depth int) []steps.Step {
	var out []steps.Step
	for _, s := range list {
		switch s.Kind {
		case steps.Keep:
		case steps.Field:
			if depth > 0 {
				out = append(out, e.called(s, depth)...)
			}
		default:
			s.Body = e.expand(s.Body, depth)
			out = append(out, s)
		}
	}
	return out
}

// called returns what a call of a field does. Hooks are called one after the
// other; of several that run a service, such as the commands of a program, each
// is a life of its own, and what the short ones do comes before. A framework may
// call a command in several places; a program runs it once.
func (e *expander) called(s steps.Step, depth int) []steps.Step {
	var out []steps.Step
	var lives [][]steps.Step
	key := e.same.find(s.Key)
	bodies, known := e.kept[key]
	if e.run[key] || e.busy[key] {
		return nil // recursion adds nothing
	}
	if !known && s.What != "" {
		return []steps.Step{{Kind: steps.Answer, Other: s.Key, At: s.At}}
	}
	e.busy[key] = true
	defer delete(e.busy, key)
	all, back := s.Hooks()
	if back {
		bodies = slices.Clone(bodies)
		slices.Reverse(bodies)
	}
	for _, k := range bodies {
		steps.Each(k.Body, func(*steps.Step) bool { e.left--; return e.left > 0 })
		if e.left <= 0 {
			return append(out, steps.Step{Kind: steps.Unseen, What: steps.Cut})
		}
		body := e.expand(steps.Bind(k.Body, s.Args, s.Keys), depth-1)
		for i := range body {
			body[i].Deferred = body[i].Deferred || s.Deferred
			body[i].Cond = body[i].Cond || s.Cond || len(bodies) > 1 && body[i].Kind == steps.Exit
		}
		switch {
		case len(bodies) == 1 || all || !life(body):
			out = append(out, body...)
		case !slices.ContainsFunc(lives, func(l []steps.Step) bool { return same(l, body) }):
			lives = append(lives, body)
		}
	}
	lives = serving(lives)
	e.run[key] = len(lives) > 0
	if len(lives) > 0 && catalog.KeptCommands[s.Key] {
		out = others(out)
	}
	for _, body := range lives {
		out = append(out, steps.Step{Kind: steps.Either, At: s.At, Body: body})
	}
	return out
}

// same reports whether two commands do one thing: they may be called differently, and have
// one function.
func same(a, b []steps.Step) bool {
	return slices.EqualFunc(a, b, func(x, y steps.Step) bool {
		return x.Kind == y.Kind && x.At == y.At && x.Key == y.Key && x.Other == y.Other && x.What == y.What && same(x.Body, y.Body)
	})
}

// serving leaves out the lives that a user interrupts, and the service manager does not: they
// neither serve nor ask for SIGTERM, where another one serves.
func serving(lives [][]steps.Step) [][]steps.Step {
	if !slices.ContainsFunc(lives, serves) {
		return lives
	}
	return slices.DeleteFunc(lives, func(l []steps.Step) bool { return !serves(l) && !terminates(l) })
}

func serves(body []steps.Step) bool {
	return has(body, func(s *steps.Step) bool { return s.Kind == steps.Serve })
}

// terminates reports whether a function asks for SIGTERM.
func terminates(body []steps.Step) bool {
	return has(body, func(s *steps.Step) bool { return s.Kind == steps.Signal && s.Hard })
}

func has(body []steps.Step, what func(*steps.Step) bool) (found bool) {
	steps.Each(body, func(s *steps.Step) bool {
		found = found || what(s)
		return !found
	})
	return found
}

// others returns what matters of the commands that are not those that run a service: they
// start, open and close nothing of it, but what they do may not be known.
func others(list []steps.Step) (kept []steps.Step) {
	steps.Each(list, func(s *steps.Step) bool {
		if s.Kind == steps.Same || s.Kind == steps.Unseen {
			kept = append(kept, *s)
		}
		return s.Kind != steps.Unseen
	})
	return kept
}

// life reports whether a function runs a service: it serves, or asks for the
// signal that ends it.
func life(body []steps.Step) bool {
	return has(body, func(s *steps.Step) bool { return s.Kind == steps.Serve || s.Kind == steps.Signal })
}
