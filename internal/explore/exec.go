package explore

import (
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
// which none is, one for each outcome of the free branches.
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

// settleForks takes each branch. Branches that lead to the same state are one.
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
		s.cost.again.free -= forks[0].cost.again.free - from.cost.again.free
		s.cost.errors -= forks[0].cost.errors - from.cost.errors
	}
	return results[0]
}

// advance runs one goroutine up to its next operation. It returns the alternatives if
// something unknown decides where it continues.
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
	for i, f := range g.frames {
		if f.ended {
			continue
		}
		if f.spins != nil {
			g.frame(i).spins = nil
		}
		for _, r := range f.info.dead(f.block, f.pc) {
			if g.frames[i].regs[r] != (value{}) {
				g.frame(i).regs[r] = value{}
			}
		}
	}
}

// fork records that g continues with each of the given changes.
func (m *machine) fork(st *state, change ...func(*state)) {
	m.alts = make([]*state, 0, len(change))
	for _, c := range change {
		alt := st.clone()
		c(alt)
		alt.choices++
		m.alts = append(m.alts, alt)
	}
}

// step runs the next instruction of g.
func (m *machine) step(st *state, g *goroutine) {
	f := g.top()
	switch {
	case f.ended:
		if g.id == 0 && m.env != nil && m.proceed(st, g) {
			return
		}
		g.pop()
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
