package explore

import "slices"

// A stepper returns the states that one step of goroutine i, which is about to do o, leads
// to, before anything that others cannot see is run.
type stepper func(m *machine, st *state, i int, o *op) []*state

// steppers returns what each kind of operation does.
func steppers() map[Op]stepper {
	table := map[Op]stepper{
		Send:      func(m *machine, st *state, i int, o *op) []*state { return m.sends(st, i, -1, o.at.obj, o.val) },
		Receive:   func(m *machine, st *state, i int, o *op) []*state { return m.receives(st, i, -1, o.at.obj) },
		Select:    (*machine).selects,
		Close:     (*machine).closes,
		TryLock:   (*machine).try,
		TryRLock:  (*machine).try,
		CondWait:  (*machine).condition,
		Signal:    (*machine).wakes,
		Broadcast: (*machine).wakes,
		Do:        (*machine).once,
		Atomic:    (*machine).atomically,
		Cancel:    (*machine).cancels,
	}
	for kind := range rules {
		table[kind] = (*machine).simple
	}
	return table
}

// A rule is what an operation on a lock or group does to its state: ok is false while it
// cannot be done, bad when it panics.
type rule func(s *value, o *op) (ok, bad bool)

// The slots of sync types: a mutex has n 1 while a writer holds it, or byRoot, off readers,
// of which those that are the first goroutine count byRoot, and len 1 while a writer waits
// for the readers to leave. A WaitGroup has its count in n.
const byRoot = 1 << 16

var rules = map[Op]rule{
	Lock:    func(s *value, o *op) (ok, bad bool) { return lockRule(s, o), false },
	RLock:   func(s *value, o *op) (ok, bad bool) { return rlockRule(s, o), false },
	Unlock:  func(s *value, o *op) (ok, bad bool) { bad = s.n == 0; s.n = 0; return true, bad },
	RUnlock: func(s *value, o *op) (ok, bad bool) { bad = s.off == 0; s.off = o.leave(s.off); return true, bad },
	Add:     func(s *value, o *op) (ok, bad bool) { s.n += o.val.n; return true, s.n < 0 },
	Wait:    func(s *value, o *op) (ok, bad bool) { return s.n <= 0, false },
	done:    func(s *value, o *op) (ok, bad bool) { s.n = onceDone; return true, false },
}

func (o *op) weight() int32 {
	if o.root {
		return byRoot
	}
	return 1
}

// leave returns the number of readers after one of them leaves, which may be another
// goroutine than the one that entered.
func (o *op) leave(readers int32) int32 {
	if w := o.weight(); readers >= w {
		return readers - w
	}
	return max(0, readers-byRoot)
}

// abandon releases the locks that the first goroutine holds when it returns, and that
// others know: they do so sooner or later.
func (st *state) abandon() {
	for n, o := range st.heap {
		if o == nil || !o.open {
			continue
		}
		for at, v := range o.cells {
			if v.k == lock && (v.n >= byRoot || v.off >= byRoot) {
				v.n, v.off = 0, v.off%byRoot
				st.object(int64(n)).cells[at] = v
			}
		}
	}
}

func lockRule(s *value, o *op) bool {
	if s.n > 0 || s.off > 0 || s.len > 0 && o.phase == 0 {
		return false
	}
	s.n, s.len = int64(o.weight()), 0
	return true
}

func rlockRule(s *value, o *op) bool {
	if s.n > 0 || s.len > 0 {
		return false
	}
	s.off += o.weight()
	return true
}

// simple does an operation of which a rule says everything.
func (m *machine) simple(st *state, i int, o *op) []*state {
	s, r := st.slot(o.at), m.rules[o.kind]
	open := st.heap[o.at.obj].open
	before := s
	ok, bad := r(&s, o)
	switch {
	case bad && open:
		s = before // others have done the counterpart
	case bad:
		return []*state{m.crash(st, i, o)}
	case !ok && o.kind == Wait && open:
		s.n = 0
	case !ok && o.kind == Lock && before.n == 0 && before.len == 0 && o.phase == 0:
		return []*state{m.announce(st, i, o)}
	case !ok:
		return nil
	}
	s.k = lock
	return []*state{m.complete(st, i, o, value{}, func(next *state) { next.setSlot(o.at, s) })}
}

func (st *state) slot(a addr) value {
	v := st.heap[a.obj].cells[a.off]
	if v.k != lock {
		return value{k: lock}
	}
	return v
}

func (st *state) setSlot(a addr, v value) { st.object(a.obj).cells[a.off] = v }

// announce keeps new readers out for a writer that waits.
func (m *machine) announce(st *state, i int, o *op) *state {
	next := st.clone()
	s := next.slot(o.at)
	s.len = 1
	next.setSlot(o.at, s)
	waiting := *o
	waiting.phase = 1
	next.goroutine(i).pend = &waiting
	next.quiet = true
	next.done = nil
	return next
}

// try does TryLock and TryRLock.
func (m *machine) try(st *state, i int, o *op) []*state {
	kind := Lock
	if o.kind == TryRLock {
		kind = RLock
	}
	s := st.slot(o.at)
	ok, _ := m.rules[kind](&s, &op{root: o.root})
	s.k = lock
	return []*state{m.complete(st, i, o, boolValue(ok), func(next *state) {
		if ok {
			next.setSlot(o.at, s)
		}
	})}
}

// complete returns the state after the operation of goroutine i, which gets a result.
func (m *machine) complete(st *state, i int, o *op, result value, change func(*state)) *state {
	next := st.clone()
	next.quiet = false
	next.done = []step{{g: st.gs[i].id, with: -1, kind: o.kind, at: o.at, site: o.site}}
	change(next)
	next.resume(i, o, result)
	next.moved = append(next.moved[:0:0], st.gs[i].id)
	return next
}

// resume lets a goroutine run on after its operation.
func (st *state) resume(i int, o *op, result value) {
	g := st.goroutine(i)
	g.pend = nil
	f := g.top()
	if o.reg >= 0 && !f.ended {
		f.regs[o.reg] = result
	}
	if !o.again {
		f.pc++
	}
}

// crash returns the state after a panic that the operation causes.
func (m *machine) crash(st *state, i int, o *op) *state {
	return m.complete(st, i, o, value{}, func(next *state) {
		next.over, next.crashed, next.panics = true, true, !st.gs[i].recovers()
	})
}

// recovers reports whether a deferred function of the goroutine may stop a panic.
func (g *goroutine) recovers() bool {
	for _, f := range g.frames {
		if slices.ContainsFunc(f.defers, func(d deferred) bool { return d.callee.k == function && recovers(d.callee.x.fn) }) {
			return true
		}
	}
	return false
}

// once runs the function of a Once, or waits for it.
func (m *machine) once(st *state, i int, o *op) []*state {
	s := st.slot(o.at)
	switch s.n {
	case onceDone:
		return []*state{m.complete(st, i, o, value{}, func(*state) {})}
	case onceRuns:
		return nil
	}
	fn := st.resolve(o.fn)
	if fn.k != function || fn.x.fn.Blocks == nil {
		return []*state{m.complete(st, i, o, value{}, func(next *state) { next.setSlot(o.at, value{k: lock, n: onceDone}) })}
	}
	next := st.clone()
	next.quiet = false
	next.setSlot(o.at, value{k: lock, n: onceRuns})
	next.done = []step{{g: st.gs[i].id, with: -1, kind: Do, at: o.at, site: o.site}}
	next.moved = append(next.moved[:0:0], st.gs[i].id)
	g := next.goroutine(i)
	g.pend = nil
	if !o.again {
		g.top().pc++
	}
	f := m.push(g, fn.x.fn, fn.x.list, len(fn.x.list), callSite{reg: -1, again: true})
	f.after = &op{kind: done, at: o.at, site: o.site, reg: -1, again: true}
	return []*state{next}
}

// wakes unblocks goroutines that wait for a condition.
func (m *machine) wakes(st *state, i int, o *op) []*state {
	var waiting []int
	for j, g := range st.gs {
		if g.pend != nil && g.pend.kind == CondWait && g.pend.phase == 1 && g.pend.at == o.at {
			waiting = append(waiting, j)
		}
	}
	wake := func(list []int) *state {
		return m.complete(st, i, o, value{}, func(next *state) {
			for _, j := range list {
				woken := *next.gs[j].pend
				woken.phase = 2
				next.goroutine(j).pend = &woken
			}
		})
	}
	if o.kind == Broadcast || len(waiting) == 0 {
		return []*state{wake(waiting)}
	}
	var list []*state
	for _, j := range waiting {
		list = append(list, wake([]int{j}))
	}
	return list
}

// condition does the parts of the Wait of a Cond: release the lock, wait, acquire it.
func (m *machine) condition(st *state, i int, o *op) []*state {
	l := st.resolve(st.heap[o.at.obj].cells[o.at.off])
	known := l.k == boxed && l.x.list[0].k == pointer
	if st.heap[o.at.obj].open {
		return []*state{m.complete(st, i, o, value{}, func(*state) {})}
	}
	switch o.phase {
	case 0:
		next := st.clone()
		waiting := *o
		waiting.phase = 1
		next.goroutine(i).pend = &waiting
		next.quiet, next.done = true, nil
		if known {
			s := next.slot(l.x.list[0].addr())
			s.n = 0
			next.setSlot(l.x.list[0].addr(), s)
		}
		return []*state{next}
	case 1:
		return nil
	}
	if !known {
		return []*state{m.complete(st, i, o, value{}, func(*state) {})}
	}
	at := l.x.list[0].addr()
	s := st.slot(at)
	if !lockRule(&s, &op{root: o.root}) {
		return nil
	}
	return []*state{m.complete(st, i, o, value{}, func(next *state) { next.setSlot(at, s) })}
}

// cancels ends a context and those that are derived from it.
func (m *machine) cancels(st *state, i int, o *op) []*state {
	return []*state{m.complete(st, i, o, value{}, func(next *state) {
		for n, c := range next.heap {
			if c != nil && c.child != 0 && next.descends(int64(n), o.at.obj) {
				next.object(c.child).closed = true
			}
		}
	})}
}

// descends reports whether context c is, or is derived from, of.
func (st *state) descends(c, of int64) bool {
	for c != background && st.heap[c] != nil {
		if c == of {
			return true
		}
		c = st.heap[c].parent
	}
	return false
}
