package explore

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An environment is the code that uses a value of a type: it makes one, starts what the
// value has to start, and calls methods in its own goroutines.
type environment struct {
	*subject
	set []*ssa.Function // the methods that are called, each once
	// helps is set while the environment calls any methods, to unblock goroutines.
	helps bool
}

// Limits of the calls by which the environment helps.
const (
	mostHelp   = 3 // in a run
	activeHelp = 2 // at the same time
)

// begin returns the state in which the constructor is about to run.
func (m *machine) begin() *state {
	st := &state{heap: []*object{{}}}
	g := &goroutine{owner: st, frames: []*frame{{ended: true}}}
	st.gs = []*goroutine{g}
	if m.env.create == nil {
		n := st.alloc(&object{cells: m.zero(m.env.typ)})
		st.self = value{k: pointer, n: n}
		return st
	}
	m.push(g, m.env.create, optionless(st, m.env.create), 0, callSite{reg: -1, again: true})
	return st
}

// optionless returns the arguments of a constructor: unknown ones, except a list of
// options, which is empty.
func optionless(st *state, fn *ssa.Function) []value {
	args := given(st, fn)
	if fn.Signature.Variadic() {
		args[len(args)-1] = value{k: null}
	}
	return args
}

// made takes the value that the constructor returns.
func (m *machine) made(st *state, result value) {
	if result.k == bundle {
		result = result.x.list[m.env.result]
	}
	if result = st.resolve(result); result.k == boxed {
		result = result.x.list[0]
	}
	if result.k != pointer {
		m.drop = true // there is no value
		return
	}
	st.self = result
	t := m.env.typ.Underlying().(*types.Struct)
	for _, field := range m.env.shared {
		from := int(result.off) + m.fieldOffset(t, field)
		for _, v := range st.heap[result.n].cells[from : from+m.slots(t.Field(field).Type())] {
			m.release(st, v)
		}
	}
}

// proceed continues when the constructor or a starting method has returned, and reports
// whether the goroutine does.
func (m *machine) proceed(st *state, g *goroutine) bool {
	if st.begun < len(m.env.starts) {
		fn := m.env.starts[st.begun]
		st.begun++
		m.push(g, fn, m.arguments(st, fn), 0, callSite{reg: -1, again: true})
		return true
	}
	st.made = true
	return false
}

// ready returns states in which a value is ready for use, those that suppose the least.
func (m *machine) ready() []*node {
	s := newSearch(m, createStates)
	var list []*node
	s.until = func(n *node) bool {
		if n.st.made {
			list = append(list, n)
		}
		return len(list) == mostReady
	}
	s.run(s.settle(m.begin()), nil)
	return list
}

// from returns the states in which the environment has called its methods on a value that
// is ready.
func (m *machine) from(n *node) []*state {
	st := n.st.clone()
	st.made, st.done = false, nil
	for _, fn := range slices.Concat(m.env.runs, m.env.set) {
		m.callBy(st, fn, false)
	}
	return m.settle(st)
}

// given returns unknown arguments; what can be nil is not.
func given(st *state, fn *ssa.Function) []value {
	args := make([]value, len(fn.Params))
	for i, p := range fn.Params {
		switch p.Type().Underlying().(type) {
		case *types.Signature, *types.Interface, *types.Pointer, *types.Chan:
			args[i] = st.symbol()
			f := st.factOf(args[i].n)
			f.nilish = no
			st.learn(f)
		}
	}
	return args
}

// arguments returns those of a method: the value, and unknown ones.
func (m *machine) arguments(st *state, fn *ssa.Function) []value {
	args := given(st, fn)
	args[0] = st.self
	if _, ok := fn.Signature.Recv().Type().Underlying().(*types.Pointer); !ok {
		args[0] = value{}
		if list := st.heap[st.self.n].cells; len(list) > 0 {
			args[0] = pack(fn.Signature.Recv().Type(), list)
		}
	}
	return args
}

// callBy lets a goroutine of the environment call a method.
func (m *machine) callBy(st *state, fn *ssa.Function, helps bool) {
	if len(st.gs) >= mostGos {
		st.crowd()
		return
	}
	st.started++
	g := &goroutine{owner: st, id: st.started, calls: fn, helps: helps, frames: []*frame{{ended: true}}}
	st.gs = append(st.gs, g)
	st.note(step{g: 0, with: g.id, start: true, calls: fn})
	m.push(g, fn, m.arguments(st, fn), 0, callSite{reg: -1, again: true})
}

// escapes notes what a call has given to the environment.
func (m *machine) escapes(st *state, result value) {
	if result.k == pointer && result.n == st.self.n {
		return
	}
	m.release(st, result)
}

// help returns the states in which the environment has called one method more.
func (m *machine) help(st *state) []*state {
	active := 0
	for _, g := range st.gs {
		if g.helps {
			active++
		}
	}
	if st.helped >= mostHelp || active >= activeHelp {
		return nil
	}
	var list []*state
	for _, fn := range slices.Concat(m.env.calls, m.env.starts) {
		next := st.clone()
		next.quiet, next.done, next.moved = false, nil, nil
		next.helped++
		m.callBy(next, fn, true)
		list = append(list, next)
	}
	return list
}

// stuck returns which goroutines of a state stay blocked, whatever methods the environment
// calls; known is false if that exceeds the budget.
func (s *search) stuck(st *state, ids []int, budget int) (left []int, known bool) {
	left = slices.Clone(ids)
	env := *s.env
	env.helps = true
	m := *s.machine
	m.env = &env
	h := newSearch(&m, budget)
	start := st.clone()
	start.cost, start.done = cost{}, nil
	known = true
	h.until = func(n *node) bool {
		if n.open {
			known = false
			return true
		}
		for _, e := range n.edges {
			known = known && !e.to.open
			left = slices.DeleteFunc(left, func(id int) bool {
				i := slices.Index(n.live, id)
				return i < 0 || e.moved[i] || e.index[i] < 0
			})
		}
		return !known || len(left) == 0
	}
	complete := h.run([]*state{start}, nil)
	s.instrs = m.instrs
	return left, known && complete
}
