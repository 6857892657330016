package explore

import (
	"golang.org/x/tools/go/ssa"
)

// start begins a goroutine.
func (m *machine) start(st *state, g *goroutine, f *frame, instr *ssa.Go) {
	callee, args := m.callOperands(st, f, instr.Common())
	f.pc++
	m.spawn(st, g, callee, args, instr)
}

func (m *machine) spawn(st *state, by *goroutine, callee value, args []value, site ssa.CallInstruction) *goroutine {
	if len(st.gs) >= mostGos {
		st.crowd()
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
	g.pop()
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
