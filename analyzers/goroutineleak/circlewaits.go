package goroutineleak

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// circleOf returns the waits of the package that never end because they wait for
// each other, in source order. Only waits without another way out are looked at,
// all of whose events are known.
func circleOf(p *check.Pass) *circle {
	flow := ssaflow.Of(p.Pass)
	c := &circle{flow: flow}
	for _, class := range flow.Channels() {
		if !class.Foreign {
			c.addChannel(class)
		}
	}
	for _, group := range counters(p) {
		if shared := group.v.IsField() || group.v.Parent() == p.Pkg.Scope(); shared && !group.open {
			c.addGroup(group)
		}
	}
	for _, fn := range flow.SSA.Funcs {
		c.addLocalGroups(fn)
		for _, call := range calls(fn) {
			if wait, ok := call.(*ssa.Call); ok && joins(wait) && strings.HasSuffix(ssaflow.Callee(&wait.Call), ").Wait") {
				c.addJoin(wait)
			}
		}
	}
	c.shrink()
	slices.SortStableFunc(c.waits, func(a, b *wait) int { return int(a.instr.Pos() - b.instr.Pos()) })
	return c
}

// addChannel adds the bare operations on a channel.
func (c *circle) addChannel(class *ssaflow.Class) {
	wakes := events(class.Sends, class.Closes)
	if !class.OutSends {
		for _, op := range class.Receives {
			if !op.Guarded {
				c.add(&wait{instr: op.Instr, class: class, needs: slices.Clone(wakes)})
			}
		}
		for _, op := range class.Ranges {
			c.add(&wait{instr: op.Instr, class: class, needs: slices.Clone(wakes)})
			c.addEnd(op, class)
		}
	}
	if size, ok := class.Capacity(); !ok || size > 0 || class.OutReceives {
		return
	}
	for _, op := range class.Sends {
		if !op.Guarded {
			c.add(&wait{instr: op.Instr, class: class, sends: true, needs: events(class.Receives, class.Ranges)})
		}
	}
}

// addEnd adds the wait of a range for the close that ends it, unless a break
// leads to the same place.
func (c *circle) addEnd(op ssaflow.Op, class *ssaflow.Class) {
	head := op.Instr.Block()
	if len(head.Succs) == 2 && len(head.Succs[1].Preds) == 1 {
		c.add(&wait{instr: op.Instr, behind: point{head.Succs[1], 0}, class: class, needs: events(class.Closes)})
	}
}

// addGroup adds the waits for a WaitGroup in a field or package variable.
func (c *circle) addGroup(group *counter) {
	dones, known := c.calls(group.dones)
	adds, all := c.calls(slices.Concat(group.adds, group.gos))
	ends, ok := c.ends(group.gos)
	if !known || !all || !ok {
		return
	}
	for _, w := range group.waits {
		fn := c.flow.SSA.Func(w.In)
		if call, ok := callAt(fn, w.Expr.Lparen).(*ssa.Call); ok {
			c.add(&wait{instr: call, needs: slices.Concat(dones, ends), adds: adds})
		}
	}
}

// addJoin adds a wait for an errgroup.Group or the like, in a local variable, whose
// functions are known.
func (c *circle) addJoin(join *ssa.Call) {
	var needs, adds []event
	for _, s := range c.flow.Starts() {
		args := s.Instr.Common().Args
		if s.Starter == "" || s.Starter == "(*sync.WaitGroup).Go" || len(args) == 0 || len(join.Call.Args) == 0 || resolve(args[0]) != resolve(join.Call.Args[0]) {
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
	c.add(&wait{instr: join, needs: needs, adds: adds})
}

// calls returns the calls as events, and whether all were found.
func (c *circle) calls(calls []astindex.Call) (list []event, ok bool) {
	for _, call := range calls {
		fn := c.flow.SSA.Func(call.In)
		instr := callAt(fn, call.Expr.Lparen)
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
func (c *circle) add(w *wait) {
	if len(w.needs) == 0 {
		return
	}
	if w.behind.block == nil {
		w.behind = placeOf(w.instr)
		w.behind.index++
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
