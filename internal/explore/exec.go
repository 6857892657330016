package explore

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// limits of one step of the search.
const (
	mostInstrs = 4000
	mostFrames = 16
	mostSpins  = 40
	mostFree   = 2
	mostForks  = 40
	mostGos    = 10
	// Loops of more iterations run less often, those that start goroutines sooner.
	mostIterations = 2 * most
	fewGoroutines  = 4
)

// settle runs all goroutines that are between two operations, and returns the states in
// which none is, one for each way in which free branches can be taken.
func (m *machine) settle(st *state) []*state {
	m.forks = 0
	return m.settleFrom(st)
}

func (m *machine) settleFrom(st *state) []*state {
	for {
		i := slices.IndexFunc(st.gs, func(g *goroutine) bool { return g.pend == nil })
		if i < 0 || st.over || st.cut || st.made {
			return []*state{st}
		}
		forks, dropped := m.advance(st, i)
		switch {
		case dropped:
			return nil
		case forks != nil:
			return m.settleForks(st, forks)
		}
	}
}

// settleForks goes each way of a branch. What comes out the same whichever way is taken
// is no choice.
func (m *machine) settleForks(from *state, forks []*state) []*state {
	if m.forks += len(forks) - 1; m.forks > mostForks {
		from.stop() // has too many branches on what is not known
		return []*state{from}
	}
	var all []*state
	var results [][]*state
	for _, f := range forks {
		list := m.settleFrom(f)
		results = append(results, list)
	}
	first := m.keys(results[0])
	for _, list := range results[1:] {
		if !slices.Equal(first, m.keys(list)) {
			for _, list := range results {
				all = append(all, list...)
			}
			return all
		}
	}
	for _, s := range results[0] {
		s.cost.free -= forks[0].cost.free - from.cost.free
		s.cost.errors -= forks[0].cost.errors - from.cost.errors
	}
	return results[0]
}

// advance runs one goroutine up to its next operation. It returns the alternatives when
// something unknown decides where it goes on.
func (m *machine) advance(st *state, i int) (forks []*state, dropped bool) {
	g := st.goroutine(i)
	for n := 0; g.pend == nil; n++ {
		if n > mostInstrs || len(g.frames) > mostFrames {
			st.stop() // calls too deep, or runs too long, without an operation that others see
			return nil, false
		}
		if len(g.frames) == 0 {
			st.gs = slices.Delete(st.gs, i, i+1)
			if g.id == 0 {
				st.rootDone = true
				st.abandon()
				if m.mainRoot {
					st.over = true
				}
			}
			return nil, false
		}
		m.alts, m.drop = nil, false
		m.instrs++
		m.step(st, g)
		if m.drop {
			return nil, true
		}
		if m.alts != nil || st.over || st.cut {
			return m.alts, false
		}
	}
	m.rest(g)
	return nil, false
}

// rest forgets what the goroutine will not read again.
func (m *machine) rest(g *goroutine) {
	for _, f := range g.frames {
		if f.spins = nil; f.ended {
			continue
		}
		for _, r := range f.info.dead(f.block, f.pc) {
			f.regs[r] = value{}
		}
	}
}

// fork notes that g goes on in each of the given ways.
func (m *machine) fork(st *state, change ...func(*state)) {
	m.alts = make([]*state, 0, len(change))
	for _, c := range change {
		alt := st.clone()
		c(alt)
		alt.choices++
		m.alts = append(m.alts, alt)
	}
}

func (m *machine) get(st *state, f *frame, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return m.constant(v)
	case *ssa.Function:
		return funcValue(v, nil)
	case *ssa.Global:
		return value{k: pointer, n: m.globalObject(st, v)}
	case *ssa.Builtin:
		return value{}
	}
	r, ok := f.info.regs[v]
	if !ok {
		return value{}
	}
	x := f.regs[r]
	if x.k == unknown && x.n == 0 {
		x = st.symbol()
		f.regs[r] = x
	}
	return st.resolve(x)
}

func (m *machine) constant(c *ssa.Const) value {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Basic); !ok && !flat(c.Type()) && !opaque(c.Type()) {
			return value{k: null}
		}
		return m.zeroValue(c.Type())
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolValue(constant.BoolVal(c.Value))
	case constant.String:
		return value{k: text, x: &extra{text: constant.StringVal(c.Value)}}
	case constant.Int:
		if n, exact := constant.Int64Val(c.Value); exact {
			return intValue(n)
		}
	}
	return value{}
}

// globalObject returns the memory of a package-level variable. Of what it holds nothing is
// known but the locks, which are free.
func (m *machine) globalObject(st *state, g *ssa.Global) int64 {
	for _, known := range st.globals {
		if known.g == g {
			return known.obj
		}
	}
	t := g.Type().Underlying().(*types.Pointer).Elem()
	n := st.alloc(&object{cells: m.fresh(t), open: true})
	if isError(t) { // one that others compare with
		v := st.symbol()
		f := st.factOf(v.n)
		f.nilish = no
		st.learn(f)
		st.heap[n].cells[0] = v
	}
	st.globals = append(st.globals, global{g, n})
	return n
}

// step runs the next instruction of g.
func (m *machine) step(st *state, g *goroutine) {
	f := g.top()
	switch {
	case f.ended:
		if g.id == 0 && m.env != nil && m.proceed(st, g) {
			return
		}
		g.frames = g.frames[:len(g.frames)-1]
		return
	case f.panics:
		m.panic(st, g)
		return
	}
	switch instr := f.block.Instrs[f.pc].(type) {
	case *ssa.Jump:
		m.jump(st, g, f, f.block.Succs[0])
	case *ssa.If:
		m.branch(st, g, f, instr)
	case *ssa.Return:
		m.leave(st, g, f, instr)
	case *ssa.Panic:
		m.panic(st, g)
	case *ssa.RunDefers:
		m.runDefers(st, g, f)
	case *ssa.Go:
		m.start(st, g, f, instr)
	case *ssa.Defer:
		callee, args := m.callOperands(st, f, instr.Common())
		f.defers = append(slices.Clip(f.defers), deferred{callee, args, instr})
		f.pc++
	case *ssa.Call:
		callee, args := m.callOperands(st, f, instr.Common())
		m.call(st, g, callee, args, callSite{instr: instr, reg: f.info.regs[instr]})
	case *ssa.Send:
		ch := m.get(st, f, instr.Chan)
		g.pend = &op{kind: Send, at: m.chanAddr(st, ch), val: m.get(st, f, instr.X), site: instr, reg: -1}
	case *ssa.Select:
		m.pendSelect(st, g, f, instr)
	case *ssa.Store:
		m.store(st, m.get(st, f, instr.Addr), instr.Val.Type(), m.get(st, f, instr.Val))
		f.pc++
	case *ssa.MapUpdate:
		m.mapUpdate(st, m.get(st, f, instr.Map), m.get(st, f, instr.Key), m.get(st, f, instr.Value))
		f.pc++
	case ssa.Value:
		m.compute(st, g, f, instr)
	default: // debugging information
		f.pc++
	}
}

// jump goes to a block, and runs its phis.
func (m *machine) jump(st *state, g *goroutine, f *frame, to *ssa.BasicBlock) {
	loops := back(f.block, to)
	if loops && !m.spin(st, f, to) {
		return
	}
	pred := slices.Index(to.Preds, f.block)
	var regs []int
	var vals []value
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		v := m.get(st, f, phi.Edges[pred])
		if loops && v.k == number && (v.n > mostIterations || v.n < -1) {
			v = st.symbol() // counts beyond a bound are as good as any
		}
		regs, vals = append(regs, f.info.regs[phi]), append(vals, v)
	}
	for i, r := range regs {
		f.regs[r] = vals[i]
	}
	f.block, f.pc = to, len(regs)
}

// A spin counts how often a loop has been run since the last operation.
type spin struct {
	header, count, free, choices int
}

// spin reports whether a loop may be run once more.
func (m *machine) spin(st *state, f *frame, header *ssa.BasicBlock) bool {
	at := slices.IndexFunc(f.spins, func(s spin) bool { return s.header == header.Index })
	f.spins = slices.Clone(f.spins)
	if at < 0 {
		f.spins = append(f.spins, spin{header: header.Index, choices: st.choices})
		at = len(f.spins) - 1
	}
	s := &f.spins[at]
	s.count++
	if st.choices > s.choices {
		s.free++
	}
	s.choices = st.choices
	switch {
	case s.free > mostFree:
		m.drop = true
	case s.count > mostSpins:
		st.stop() // loops too often without an operation that others see
	default:
		return true
	}
	return false
}

func (m *machine) branch(st *state, g *goroutine, f *frame, instr *ssa.If) {
	cond := m.get(st, f, instr.Cond)
	switch {
	case cond.k == truth && cond.n == 1:
		m.jump(st, g, f, f.block.Succs[0])
	case cond.k == truth:
		m.jump(st, g, f, f.block.Succs[1])
	case cond.k == unknown:
		m.chooseTruth(st, cond)
	default:
		st.stop() // branches on what is no condition
	}
}

// chooseTruth makes an unknown condition true and false.
func (m *machine) chooseTruth(st *state, cond value) {
	set := func(b bool) func(*state) {
		return func(alt *state) {
			fact := alt.factOf(cond.n)
			fact.set = truthOf(b)
			alt.learn(fact)
			alt.cost.free++
		}
	}
	m.fork(st, set(true), set(false))
}

// leave returns from a function.
func (m *machine) leave(st *state, g *goroutine, f *frame, instr *ssa.Return) {
	var result value
	switch len(instr.Results) {
	case 0:
	case 1:
		result = m.get(st, f, instr.Results[0])
	default:
		list := make([]value, len(instr.Results))
		for i, r := range instr.Results {
			list[i] = m.get(st, f, r)
		}
		result = listValue(list)
	}
	m.ret(st, g, f, result)
}

// ret goes on in the caller of f.
func (m *machine) ret(st *state, g *goroutine, f *frame, result value) {
	g.frames = g.frames[:len(g.frames)-1]
	caller := g.top()
	switch {
	case caller.ended && g.id == 0 && m.env != nil && st.begun == 0 && st.self.k == unknown:
		m.made(st, result)
	case caller.ended && m.env != nil && (g.id == 0 || g.calls != nil):
		m.escapes(st, result)
	case caller.ended && g.id == 0:
		m.release(st, result)
	}
	if f.result >= 0 {
		caller.regs[f.result] = result
	}
	if !f.again {
		caller.pc++
	}
	g.pend = f.after // of what a Once or a WaitGroup runs
}

// runDefers calls what is deferred, the last first.
func (m *machine) runDefers(st *state, g *goroutine, f *frame) {
	if len(f.defers) == 0 {
		f.pc++
		return
	}
	d := f.defers[len(f.defers)-1]
	f.defers = f.defers[:len(f.defers)-1]
	m.call(st, g, d.callee, d.args, callSite{instr: d.site, reg: -1, again: true})
}

// start begins a goroutine.
func (m *machine) start(st *state, g *goroutine, f *frame, instr *ssa.Go) {
	callee, args := m.callOperands(st, f, instr.Common())
	f.pc++
	m.spawn(st, g, callee, args, instr)
}

func (m *machine) spawn(st *state, by *goroutine, callee value, args []value, site ssa.CallInstruction) *goroutine {
	if len(st.gs) >= mostGos {
		st.stop() // starts too many goroutines
		return nil
	}
	st.started++
	g := &goroutine{owner: st, id: st.started, at: site}
	st.gs = append(st.gs, g)
	g.frames = []*frame{{ended: true}}
	st.note(step{g: by.id, with: g.id, site: site, start: true})
	m.call(st, g, callee, args, callSite{instr: site, reg: -1, again: true})
	return g
}

// panic ends the goroutine, and with it the process, unless a deferred function recovers.
func (m *machine) panic(st *state, g *goroutine) {
	f := g.top()
	if f.ended {
		m.ends(st, g)
		return
	}
	f.panics = true
	if len(f.defers) == 0 {
		m.unwind(st, g, f)
		return
	}
	d := f.defers[len(f.defers)-1]
	f.defers = f.defers[:len(f.defers)-1]
	if d.callee.k == function && recovers(d.callee.x.fn) {
		f.recovered = true
	}
	m.call(st, g, d.callee, d.args, callSite{instr: d.site, reg: -1, again: true})
}

// unwind leaves a function that panics.
func (m *machine) unwind(st *state, g *goroutine, f *frame) {
	if f.recovered && f.info.fn.Recover != nil {
		f.panics = false
		f.block, f.pc = f.info.fn.Recover, 0
		return
	}
	if f.recovered {
		m.ret(st, g, f, value{})
		return
	}
	g.frames = g.frames[:len(g.frames)-1]
	if g.top().ended {
		m.ends(st, g)
		return
	}
	g.top().panics = true
}

// ends ends a goroutine that has left its last function by a panic, or by Goexit.
func (m *machine) ends(st *state, g *goroutine) {
	if g.exits {
		g.frames = g.frames[:0]
		return
	}
	st.over, st.crashed = true, true
}

// recovers reports whether a function calls recover.
func recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
				return true
			}
		}
	}
	return false
}

// pendSelect waits for one of several operations.
func (m *machine) pendSelect(st *state, g *goroutine, f *frame, instr *ssa.Select) {
	o := &op{kind: Select, site: instr, reg: f.info.regs[instr], block: instr.Blocking}
	for _, s := range instr.States {
		c := selectCase{send: s.Dir == types.SendOnly, ch: value{k: channel, n: m.chanAddr(st, m.get(st, f, s.Chan)).obj}}
		if s.Send != nil {
			c.val = m.get(st, f, s.Send)
		}
		o.cases = append(o.cases, c)
	}
	g.pend = o
}

// chanAddr returns the channel that a value is; one of which nothing is known is served by
// others.
func (m *machine) chanAddr(st *state, v value) addr {
	switch v.k {
	case channel:
		return addr{obj: v.n}
	case null:
		return addr{obj: nilChannel}
	}
	n := st.alloc(&object{open: true})
	if v.k == unknown && v.n != 0 {
		fact := st.factOf(v.n)
		fact.bind = value{k: channel, n: n}
		st.learn(fact)
	}
	return addr{obj: n}
}

// compareOp reports whether op compares.
func compareOp(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}
