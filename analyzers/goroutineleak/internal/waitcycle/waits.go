package waitcycle

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// circleOf returns the waits of the package that never end because they are a deadlock, in
// source order. Only waits outside of a select with another case are considered, all of
// whose events are known.
func circleOf(p *check.Pass) *circle {
	flow := ssaflow.Of(p.Pass)
	c := &circle{flow: flow}
	for _, class := range flow.Channels() {
		if !class.Foreign {
			c.addChannel(class)
		}
	}
	for _, group := range waitgroup.Counters(p) {
		if shared := group.V.IsField() || group.V.Parent() == p.Pkg.Scope(); shared && !group.Open {
			c.addGroup(group)
		}
	}
	for _, fn := range flow.SSA.Funcs {
		c.addLocalGroups(fn)
		for _, call := range ssainstr.Calls(fn) {
			if wait, ok := call.(*ssa.Call); ok && channel.Joins(wait) && strings.HasSuffix(ssaflow.Callee(&wait.Call), ").Wait") {
				c.addJoin(wait)
			}
		}
	}
	c.shrink()
	slices.SortStableFunc(c.waits, func(a, b *Wait) int { return int(a.Instr.Pos() - b.Instr.Pos()) })
	return c
}

// addChannel adds the bare operations on a channel.
func (c *circle) addChannel(class *ssaflow.Class) {
	wakes := events(class.Sends, class.Closes)
	if !class.OutSends {
		for _, op := range class.Receives {
			if !op.Guarded {
				c.add(&Wait{Instr: op.Instr, Class: class, needs: slices.Clone(wakes)})
			}
		}
		for _, op := range class.Ranges {
			c.add(&Wait{Instr: op.Instr, Class: class, needs: slices.Clone(wakes)})
			c.addEnd(op, class)
		}
	}
	if size, ok := class.Capacity(); !ok || size > 0 || class.OutReceives {
		return
	}
	for _, op := range class.Sends {
		if !op.Guarded {
			c.add(&Wait{Instr: op.Instr, Class: class, sends: true, needs: events(class.Receives, class.Ranges)})
		}
	}
}

// addEnd adds the wait of a range for the close that ends it, unless a break
// leads to the same place.
func (c *circle) addEnd(op ssaflow.Op, class *ssaflow.Class) {
	head := op.Instr.Block()
	if len(head.Succs) == 2 && len(head.Succs[1].Preds) == 1 {
		c.add(&Wait{Instr: op.Instr, behind: ssainstr.Point{Block: head.Succs[1], Index: 0}, Class: class, needs: events(class.Closes)})
	}
}

// addGroup adds the waits for a WaitGroup in a field or package variable.
func (c *circle) addGroup(group *waitgroup.Counter) {
	dones, known := c.calls(group.Dones)
	adds, all := c.calls(slices.Concat(group.Adds, group.Gos))
	ends, ok := c.ends(group.Gos)
	if !known || !all || !ok {
		return
	}
	for _, w := range group.Waits {
		fn := c.flow.SSA.Func(w.In)
		if call, ok := ssainstr.CallAt(fn, w.Expr.Lparen).(*ssa.Call); ok {
			c.add(&Wait{Instr: call, needs: slices.Concat(dones, ends), adds: adds})
		}
	}
}

// addJoin adds a wait for an errgroup.Group or the like, in a local variable, whose
// functions are known.
func (c *circle) addJoin(join *ssa.Call) {
	var needs, adds []event
	for _, s := range c.flow.Starts() {
		args := s.Instr.Common().Args
		if s.Starter == "" || s.Starter == "(*sync.WaitGroup).Go" || len(args) == 0 || len(join.Call.Args) == 0 || ssainstr.Resolve(args[0]) != ssainstr.Resolve(join.Call.Args[0]) {
			continue
		}
		if !s.Complete {
			return
		}
		adds = append(adds, event{fn: s.Instr.Parent(), instr: s.Instr})
		for _, body := range s.Bodies {
			needs = append(needs, event{fn: body})
		}
	}
	c.add(&Wait{Instr: join, needs: needs, adds: adds})
}

// calls returns the calls as events, and whether all were found.
func (c *circle) calls(calls []astindex.Call) (list []event, ok bool) {
	for _, call := range calls {
		fn := c.flow.SSA.Func(call.In)
		instr := ssainstr.CallAt(fn, call.Expr.Lparen)
		if instr == nil {
			return nil, false
		}
		list = append(list, event{fn: fn, instr: instr})
	}
	return list, true
}

// ends returns the ends of the functions that calls of WaitGroup.Go start.
func (c *circle) ends(gos []astindex.Call) (list []event, ok bool) {
	for _, call := range gos {
		i := slices.IndexFunc(c.flow.Starts(), func(s ssaflow.Start) bool { return s.Instr.Common().Pos() == call.Expr.Lparen })
		if i < 0 || !c.flow.Starts()[i].Complete {
			return nil, false
		}
		for _, body := range c.flow.Starts()[i].Bodies {
			list = append(list, event{fn: body})
		}
	}
	return list, true
}

// add adds a wait for something that happens somewhere.
func (c *circle) add(w *Wait) {
	if len(w.needs) == 0 {
		return
	}
	if w.behind.Block == nil {
		w.behind = ssainstr.PlaceOf(w.Instr)
		w.behind.Index++
	}
	c.waits = append(c.waits, w)
}

func events(lists ...[]ssaflow.Op) []event {
	var list []event
	for _, op := range slices.Concat(lists...) {
		list = append(list, event{fn: op.Fn(), instr: op.Instr})
	}
	return list
}
