package explore

import (
	"container/heap"
	"go/types"
	"hash/maphash"
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Numbers of the objects that every state has.
const (
	nilChannel int64 = 0
	background int64 = 0
)

// machine holds what does not change while a scope is explored.
type machine struct {
	prog     *ssa.Program
	sizes    map[types.Type]int
	infos    map[*ssa.Function]*funcInfo
	known    map[*ssa.Function]model
	types    []types.Type
	seeds    [2]maphash.Seed
	encoder  *encoder
	steppers map[Op]stepper
	rules    map[Op]rule
	mainRoot bool
	env      *environment                  // nil where the scope is a function
	scale    int64                         // how often loops of many iterations run
	scales   bool                          // there is one
	spawning map[*ssa.Function][]ssa.Value // the limits of the loops that start goroutines

	alts     []*state // the states in which the instruction can continue, if it needs a choice
	drop     bool     // the run need not be followed
	forks    int
	instrs   int // how many have been run
	most     int // how many may be
	relevant *relevance
}

func newMachine(prog *ssa.Program) *machine {
	m := &machine{
		prog: prog, sizes: make(map[types.Type]int), infos: make(map[*ssa.Function]*funcInfo), known: make(map[*ssa.Function]model),
		steppers: steppers(), rules: maps.Clone(rules), spawning: make(map[*ssa.Function][]ssa.Value), scale: 1, most: math.MaxInt,
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
	}
	m.encoder = &encoder{m: m, symbols: make(map[int64]uint64)}
	return m
}

func (m *machine) typeNumber(t types.Type) int64 {
	for i, known := range m.types {
		if known == t || types.Identical(known, t) {
			return int64(i)
		}
	}
	m.types = append(m.types, t)
	return int64(len(m.types) - 1)
}

// A node is a state of the graph.
type node struct {
	st     *state // nil once its successors are known, except for scopes of types
	known  bool   // its successors are
	parent *node
	steps  []step // that lead here from the parent
	cost   cost
	order  int
	edges  []edge
	live   []int  // numbers of the goroutines
	free   []bool // for each of them, whether it can continue
	open   bool   // not all that can happen here is known
	// crowded is set when that is because too many goroutines have been started.
	crowded bool
	over    bool
	panics  bool // of its first step
	at      int  // in the queue
	pends   []*op
}

// An edge is a step to another state.
type edge struct {
	to    *node
	moved []bool // goroutines that make progress
	index []int  // where each goroutine is in the other state, -1 when it has ended
}

// A search explores one scope.
type search struct {
	*machine
	budget     int // of states
	nodes      map[key]*node
	list       []*node
	queue      queue
	incomplete bool             // the budget was not enough
	until      func(*node) bool // reports whether to end after a state
	completed  map[ssa.Instruction]bool
}

func newSearch(m *machine, budget int) *search {
	return &search{machine: m, budget: budget, nodes: make(map[key]*node), completed: make(map[ssa.Instruction]bool)}
}

// queue orders nodes by cost.
type queue []*node

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost.less(q[j].cost)
	}
	return q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i]; q[i].at, q[j].at = i, j }
func (q *queue) Push(x any)   { n := x.(*node); n.at = len(*q); *q = append(*q, n) }
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	n.at = -1
	return n
}

// add returns the node of a state.
func (s *search) add(st *state, parent *node) (n *node, fresh bool) {
	for _, step := range st.done {
		s.completed[step.site], s.completed[step.withSite] = true, true
	}
	k := s.key(st)
	if n := s.nodes[k]; n != nil {
		if n.at >= 0 && n.st != nil && st.cost.less(n.cost) {
			n.st, n.cost, n.parent, n.steps = st, st.cost, parent, st.done
			n.note(st)
			heap.Fix(&s.queue, n.at)
		}
		return n, false
	}
	n = &node{st: st, parent: parent, steps: st.done, cost: st.cost, order: len(s.list), open: st.cut, crowded: st.crowded, over: st.over, panics: st.panics}
	n.note(st)
	s.nodes[k] = n
	s.list = append(s.list, n)
	heap.Push(&s.queue, n)
	return n, true
}

func (n *node) note(st *state) {
	n.live, n.pends = n.live[:0:0], n.pends[:0:0]
	for _, g := range st.gs {
		n.live = append(n.live, g.id)
		n.pends = append(n.pends, g.pend)
	}
}

// run explores from the first states on, and reports whether the budget was enough.
func (s *search) run(first []*state, after *node) bool {
	for _, st := range first {
		s.add(st, after)
	}
	for s.queue.Len() > 0 {
		n := heap.Pop(&s.queue).(*node)
		if len(s.list) > s.budget || s.instrs > s.most {
			return false
		}
		s.expand(n)
		if n.known = true; s.env == nil {
			n.st = nil
		}
		if s.until != nil && s.until(n) {
			return true
		}
	}
	return true
}

// never reports whether an operation completes in no run, so that which way branches go makes
// no difference. Runs that start too many goroutines are like those that start some.
func (s *search) never(site ssa.Instruction) bool {
	return !s.incomplete && !s.completed[site] && !slices.ContainsFunc(s.list, func(n *node) bool { return n.open && !n.crowded })
}

// expand finds the successors of a state. An operation that disturbs no other goroutine is
// done alone, unless that leads to a state that is known: then it might put off the others
// forever.
func (s *search) expand(n *node) {
	st := n.st
	if st.over || st.cut || st.made {
		return
	}
	for i, g := range st.gs {
		if !s.eager(st, g.pend) {
			continue
		}
		if s.follow(n, s.successors(st, i)) {
			return
		}
		n.edges = nil
		break
	}
	for i := range st.gs {
		s.follow(n, s.successors(st, i))
	}
	if s.env != nil && s.env.helps {
		s.follow(n, s.help(st))
	}
}

func (m *machine) successors(st *state, i int) []*state {
	o := st.gs[i].pend
	return m.steppers[o.kind](m, st, i, o)
}

// closes closes a channel.
func (m *machine) closes(st *state, i int, o *op) []*state {
	c := st.heap[o.at.obj]
	if o.at.obj == nilChannel || c.closed {
		return []*state{m.crash(st, i, o)}
	}
	return []*state{m.complete(st, i, o, value{}, func(next *state) {
		if !c.open {
			next.object(o.at.obj).closed = true
		}
	})}
}

// follow adds the successors, and reports whether they are all new.
func (s *search) follow(n *node, list []*state) bool {
	fresh, from := true, n.st
	for _, next := range list {
		for _, settled := range s.settle(next) {
			settled.cost.steps++
			to, isNew := s.add(settled, n)
			fresh = fresh && isNew
			n.edges = append(n.edges, newEdge(from, settled, to))
		}
	}
	return fresh
}

func newEdge(from, st *state, to *node) edge {
	e := edge{to: to, moved: make([]bool, len(from.gs)), index: make([]int, len(from.gs))}
	for i, g := range from.gs {
		e.moved[i] = !st.quiet && slices.Contains(st.moved, g.id)
		e.index[i] = slices.IndexFunc(st.gs, func(h *goroutine) bool { return h.id == g.id })
	}
	return e
}

// blocked finds the goroutines that no path of the graph unblocks.
func (s *search) blocked() {
	preds := make([][]*node, len(s.list))
	for i, n := range s.list {
		n.order, n.free = i, make([]bool, len(n.live))
		for _, e := range n.edges {
			preds[e.to.order] = append(preds[e.to.order], n)
		}
	}
	work := slices.Clone(s.list)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.spread() {
			work = append(work, preds[n.order]...)
		}
	}
}

// spread determines which goroutines can continue from n, and reports whether that has
// changed.
func (n *node) spread() bool {
	news := false
	for i := range n.live {
		if !n.free[i] && n.frees(i) {
			n.free[i], news = true, true
		}
	}
	return news
}

// frees reports whether goroutine i can continue here, or after a step from here.
func (n *node) frees(i int) bool {
	if n.open || n.over || !n.known || n.pends[i] != nil && rests(n.pends[i].site) {
		return true // what happens here is not known, or it is intended to block
	}
	for _, e := range n.edges {
		if e.moved[i] || e.to.over || e.to.open || e.index[i] < 0 || e.to.free[e.index[i]] {
			return true
		}
	}
	return false
}

// rests reports whether an operation is select{}, which blocks forever by design.
func rests(site ssa.Instruction) bool {
	s, ok := site.(*ssa.Select)
	return ok && len(s.States) == 0
}
