// Package waitcycle finds goroutines that deadlock: through channels, groups and joins.
package waitcycle

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A circle is a set of waits none of which ever ends: all that could end one of them comes
// after another one, or after itself.
//
//	go func() { <-a; b <- 1 }()
//	go func() { <-b; a <- 1 }()
//
// That is so whatever else happens: the first of the events that end a wait would have to
// come after such an event.
type circle struct {
	flow  *ssaflow.Flow
	waits []*Wait
}

// A Wait is a place that control passes only once an event has come.
type Wait struct {
	Instr  ssa.Instruction
	behind ssainstr.Point // where control is when the wait is over
	Class  *ssaflow.Class
	sends  bool // the wait is a send
	needs  []event
	adds   []event // of a WaitGroup: one of them has to come first, or nothing is waited for
}

// shrink leaves in c the waits that never end: the largest set in which every event comes
// after a wait of the set.
func (c *circle) shrink() {
	for changed := true; changed; {
		kept := slices.DeleteFunc(slices.Clone(c.waits), func(w *Wait) bool { return !c.stuck(w) })
		changed = len(kept) < len(c.waits)
		c.waits = kept
	}
}

// stuck reports whether all that could end w comes after waits of the circle, and records
// which.
func (c *circle) stuck(w *Wait) bool {
	for i := range w.needs {
		e := &w.needs[i]
		if e.guard = c.guard(*e); e.guard == nil {
			return false
		}
	}
	return w.adds == nil || slices.ContainsFunc(w.adds, func(e event) bool { return c.guard(e) == nil })
}

// guard returns a wait of the circle that the event comes after.
func (c *circle) guard(e event) *Wait {
	if _, deferred := e.instr.(*ssa.Defer); e.instr != nil && !deferred {
		return c.guardAt(e.instr, 3)
	}
	var found *Wait
	for ret := range ssaflow.Returns(e.fn) {
		w := c.guardAt(ret, 0)
		if w == nil {
			return nil
		}
		found = w
	}
	return found
}

// guardAt returns a wait that control has passed whenever it gets to instr, in
// the same function or before every call of it.
func (c *circle) guardAt(instr ssa.Instruction, depth int) *Wait {
	at := ssainstr.PlaceOf(instr)
	for _, w := range c.waits {
		if w.behind.Before(at) {
			return w
		}
	}
	callers, complete := c.flow.Callers(instr.Parent())
	if depth == 0 || !complete {
		return nil
	}
	var found *Wait
	for _, call := range callers {
		if _, deferred := call.(*ssa.Defer); deferred {
			found = c.guard(event{fn: call.Parent(), instr: call})
		} else {
			found = c.guardAt(call, depth-1)
		}
		if found == nil {
			return nil
		}
	}
	return found
}

// around returns the waits that keep w up, w first.
func (c *circle) around(w *Wait) []*Wait {
	list := []*Wait{w}
	for i := 0; i < len(list); i++ {
		for _, e := range list[i].needs {
			if !slices.Contains(list, e.guard) {
				list = append(list, e.guard)
			}
		}
	}
	return list
}
