package explore

import (
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A state is one moment of a run. States share what they have in common: goroutines and
// objects belong to the state that made them, and are copied by others before a change.
type state struct {
	gs       []*goroutine
	heap     []*object // by number; nil for what nothing refers to
	facts    []fact
	memos    []memo
	globals  []global
	symbols  int64
	cost     cost
	over     bool   // the process has ended
	crashed  bool   // by a panic
	panics   bool   // of the last step, which nothing stops
	cut      bool   // what follows is not looked at
	crowded  bool   // since too many goroutines have been started
	quiet    bool   // the last step was no progress
	moved    []int  // goroutines that the last step was one of
	rootDone bool   // the function that the scope begins with has returned
	choices  int    // how many there were
	started  int    // the number of the last goroutine
	self     value  // the value whose methods the environment calls
	made     bool   // it may be used
	begun    int    // how many of its methods have been called to start it
	helped   int    // how many calls of the environment are there to help
	done     []step // what has happened since the previous state, without choices
}

// A cost orders runs: those that suppose less come first, then the shorter ones.
type cost struct {
	free   int // branches that nothing known decides
	again  again
	errors int // errors that foreign code returns
	scaled int // 1 when a loop runs less often than it is written
	waits  int // which goroutines have called a function value that may wait for the others
	steps  int
}

// An again says how much of [cost.free] supposes that loops run once more. One loop may: nothing else in the run
// excludes that, unless another one counts the same.
type again struct {
	free    int
	loop    loop
	several bool
}

// A loop is told from others by its head, or by how many there are of what it runs over.
type loop struct {
	head *ssa.BasicBlock
	of   int64
}

// runs supposes that a loop runs once more.
func (c *cost) runs(l loop, free int) {
	if free == 0 {
		return
	}
	c.free += free
	c.again.free += free
	c.again.several = c.again.several || c.again.loop != loop{} && c.again.loop != l
	c.again.loop = l
}

// decided returns the branches that nothing known decides, without what one loop supposes of itself.
func (c cost) decided() int {
	if c.again.several {
		return c.free
	}
	return c.free - c.again.free
}

func (c cost) less(d cost) bool {
	if c.free != d.free {
		return c.free < d.free
	}
	if c.errors != d.errors {
		return c.errors < d.errors
	}
	return c.steps < d.steps
}

// An object is a piece of memory, a channel, a map or a context.
type object struct {
	owner *state
	cells []value // memory by slot, values of a map, buffer of a channel
	keys  []value // of a map
	room  int     // capacity of a channel
	// closed is set for channels that are.
	closed bool
	// env is set for channels on which a value arrives whenever one is waited for: timers,
	// and contexts that callers or deadlines end.
	env bool
	// open is set for what code out of the scope may use.
	open bool
	// vague is set for maps and slices of which not all elements are known.
	vague  bool
	parent int64 // of a context, -1 for none
	child  int64 // the channel of a context
	site   ssa.Instruction
}

// A fact is what is known about a symbol.
type fact struct {
	sym    int64
	lo, hi int64
	nilish truthValue // it is nil
	set    truthValue // it is true
	bind   value      // what stands for it since it was looked at
}

type truthValue int8

const (
	open truthValue = iota
	no
	yes
)

func truthOf(b bool) truthValue {
	if b {
		return yes
	}
	return no
}

// A memo is the symbol of an expression, so that equal ones have equal values.
type memo struct {
	op   token.Token
	x, y value
	sym  int64
}

type global struct {
	g   *ssa.Global
	obj int64
}

// A goroutine runs until its next operation that others can see.
type goroutine struct {
	owner  *state
	id     int // in the order of starts
	frames []*frame
	pend   *op             // nil while it can run on
	at     ssa.Instruction // the go statement
	exits  bool            // by Goexit
	calls  *ssa.Function   // the method that the environment calls in it
	helps  bool            // it does so to help
}

// A frame is one call on the stack. The one on top belongs to the owner of its goroutine; others
// are shared until they are changed.
type frame struct {
	owner     *state
	info      *funcInfo
	block     *ssa.BasicBlock
	pc        int
	regs      []value
	defers    []deferred
	result    int    // register of the caller that gets what is returned, -1 for none
	again     bool   // the caller continues at the same instruction: a deferred call
	after     *op    // what is done when it has returned
	spins     []spin // loops since the last operation
	panics    bool
	recovered bool
	ended     bool // no function: the goroutine ends here
}

type deferred struct {
	callee value
	args   []value
	site   ssa.CallInstruction
}

func (st *state) clone() *state {
	c := *st
	c.gs = slices.Clone(st.gs)
	c.heap = slices.Clone(st.heap)
	c.facts = slices.Clip(st.facts)
	c.memos = slices.Clip(st.memos)
	c.globals = slices.Clip(st.globals)
	c.done = slices.Clip(st.done)
	return &c
}

// goroutine returns the goroutine at an index, to be changed.
func (st *state) goroutine(i int) *goroutine {
	g := st.gs[i]
	if g.owner == st {
		return g
	}
	c := *g
	c.owner = st
	c.frames = slices.Clone(g.frames)
	if n := len(c.frames); n > 0 {
		c.frame(n - 1)
	}
	st.gs[i] = &c
	return &c
}

// frame returns the frame at an index, to be changed.
func (g *goroutine) frame(i int) *frame {
	f := g.frames[i]
	if f.ended || f.owner == g.owner {
		return f
	}
	copied := *f
	copied.owner = g.owner
	copied.regs = slices.Clone(f.regs)
	copied.defers = slices.Clip(f.defers)
	g.frames[i] = &copied
	return &copied
}

// pop leaves the innermost function.
func (g *goroutine) pop() {
	n := len(g.frames) - 1
	if g.frames = g.frames[:n]; n > 0 {
		g.frame(n - 1)
	}
}

func (g *goroutine) top() *frame { return g.frames[len(g.frames)-1] }

// object returns an object, to be changed.
func (st *state) object(n int64) *object {
	o := st.heap[n]
	if o.owner == st {
		return o
	}
	c := *o
	c.owner = st
	c.cells = slices.Clone(o.cells)
	c.keys = slices.Clone(o.keys)
	st.heap[n] = &c
	return &c
}

func (st *state) alloc(o *object) int64 {
	o.owner = st
	st.heap = append(st.heap, o)
	return int64(len(st.heap) - 1)
}

// symbol returns a value of which nothing is known.
func (st *state) symbol() value {
	st.symbols++
	return value{k: unknown, n: st.symbols}
}

// factOf returns what is known about a symbol.
func (st *state) factOf(sym int64) fact {
	if i, ok := st.findFact(sym); ok {
		return st.facts[i]
	}
	return fact{sym: sym, lo: math.MinInt64, hi: math.MaxInt64}
}

func (st *state) findFact(sym int64) (int, bool) {
	return slices.BinarySearchFunc(st.facts, sym, func(f fact, sym int64) int { return int(f.sym - sym) })
}

func (st *state) learn(f fact) {
	i, ok := st.findFact(f.sym)
	rest := st.facts[i:]
	if ok {
		rest = rest[1:]
	}
	st.facts = slices.Concat(st.facts[:i], []fact{f}, rest)
}

// resolve returns what stands for a symbol, if anything does.
func (st *state) resolve(v value) value {
	for v.k == unknown && v.n != 0 {
		f := st.factOf(v.n)
		switch {
		case f.bind.k != unknown || f.bind.n != 0:
			v = f.bind
		case f.nilish == yes:
			return value{k: null}
		case f.set != open:
			return boolValue(f.set == yes)
		case f.lo == f.hi:
			return intValue(f.lo)
		default:
			return v
		}
	}
	return v
}

// expression returns the symbol of an expression over values of which one is unknown.
func (st *state) expression(op token.Token, x, y value) value {
	for _, m := range st.memos {
		if m.op == op && sameExactly(m.x, x) && sameExactly(m.y, y) {
			return value{k: unknown, n: m.sym}
		}
	}
	v := st.symbol()
	if x.k != unknown && x.k != number || y.k != unknown && y.k != number && y.k != null {
		return v
	}
	st.memos = append(st.memos, memo{op, x, y, v.n})
	return v
}

func sameExactly(a, b value) bool { return a.k == b.k && a.n == b.n && a.off == b.off && a.x == b.x }

func (st *state) note(s step) { st.done = append(slices.Clip(st.done), s) }

// stop notes that what follows is not looked at.
func (st *state) stop() { st.cut = true }

// crowd ends a run that starts too many goroutines.
func (st *state) crowd() { st.cut, st.crowded = true, true }
