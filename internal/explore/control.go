package explore

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

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
		m.chooseWay(st, cond, f)
	default:
		st.stop() // branches on what is no condition
	}
}

// chooseWay makes the unknown condition at the end of a block true and false. That a loop runs once more is told
// from other branches.
func (m *machine) chooseWay(st *state, cond value, f *frame) {
	head, runs := f.block, f.info.runsAgain(f.block)
	set := func(b bool) func(*state) {
		return func(alt *state) {
			fact := alt.factOf(cond.n)
			fact.set = truthOf(b)
			alt.learn(fact)
			if b && runs == whenTrue || !b && runs == whenFalse {
				alt.cost.runs(loop{head: head}, 1)
			} else {
				alt.cost.free++
			}
		}
	}
	m.fork(st, set(true), set(false))
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

// ret continues in the caller of f.
func (m *machine) ret(st *state, g *goroutine, f *frame, result value) {
	g.pop()
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
