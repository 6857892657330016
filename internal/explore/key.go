package explore

import (
	"encoding/binary"
	"hash/maphash"
	"reflect"
	"slices"
)

// A key identifies a state. Objects and symbols are numbered in the order in which they are
// met, so that it does not depend on how a state was reached.
type key [2]uint64

// An encoder writes states. One is used for all, so that what it needs is allocated once.
type encoder struct {
	m       *machine
	st      *state
	buf     []byte
	objects []int32 // by number, the order in which it was met, from 1
	queue   []int64
	symbols map[int64]uint64
	met     []int64
}

// reset makes e ready for a state.
func (e *encoder) reset(st *state) {
	e.st, e.buf, e.queue, e.met = st, e.buf[:0], e.queue[:0], e.met[:0]
	clear(e.symbols)
	e.objects = slices.Grow(e.objects[:0], len(st.heap))[:len(st.heap)]
	clear(e.objects)
}

// key returns the key of a state, and takes out of it what nothing refers to.
func (m *machine) key(st *state) key {
	e := m.encoder
	e.reset(st)
	for i, g := range st.gs {
		e.goroutine(i, g)
	}
	if e.value(st.self); m.env != nil {
		e.int(int64(st.begun))
		e.int(int64(st.helped))
	}
	for _, g := range st.globals {
		e.pointer(g.g)
		e.ref(g.obj)
	}
	for at := 0; at < len(e.queue); at++ {
		e.object(e.queue[at])
	}
	e.facts()
	for _, v := range [...]bool{st.over, st.crashed, st.cut, st.rootDone} {
		e.bool(v)
	}
	e.sweep()
	return key{maphash.Bytes(m.seeds[0], e.buf), maphash.Bytes(m.seeds[1], e.buf)}
}

func (m *machine) keys(list []*state) []key {
	keys := make([]key, len(list))
	for i, st := range list {
		keys[i] = m.key(st)
	}
	return keys
}

func (e *encoder) int(n int64) { e.buf = binary.AppendVarint(e.buf, n) }

func (e *encoder) bool(b bool) {
	if b {
		e.buf = append(e.buf, 1)
		return
	}
	e.buf = append(e.buf, 0)
}

func (e *encoder) pointer(p any) {
	v := reflect.ValueOf(p)
	if !v.IsValid() {
		e.int(0)
		return
	}
	if v.Kind() != reflect.Pointer {
		e.buf = append(e.buf, v.String()...)
		return
	}
	e.int(int64(v.Pointer()))
}

func (e *encoder) goroutine(i int, g *goroutine) {
	e.buf = append(e.buf, 'g')
	e.bool(g.id == 0)
	e.bool(g.helps)
	for _, f := range g.frames {
		if f.ended {
			e.bool(true)
			continue
		}
		e.pointer(f.info.fn)
		e.int(int64(f.block.Index))
		e.int(int64(f.pc))
		e.bool(f.panics)
		for r, v := range f.regs {
			if v.k != unknown || v.n != 0 {
				e.int(int64(r))
				e.value(v)
			}
		}
		for _, d := range f.defers {
			e.pointer(d.site)
			e.value(d.callee)
			for _, a := range d.args {
				e.value(a)
			}
		}
		if f.after != nil {
			e.op(f.after)
		}
	}
	if g.pend != nil {
		e.op(g.pend)
	}
}

func (e *encoder) op(o *op) {
	e.buf = append(e.buf, 'o', byte(o.kind), byte(o.phase))
	e.ref(o.at.obj)
	e.int(int64(o.at.off))
	e.value(o.val)
	e.value(o.fn)
	for _, c := range o.cases {
		e.value(c.ch)
		e.value(c.val)
	}
}

// ref writes a reference to an object.
func (e *encoder) ref(n int64) {
	if e.objects[n] == 0 {
		e.queue = append(e.queue, n)
		e.objects[n] = int32(len(e.queue))
	}
	e.int(int64(e.objects[n]))
}

func (e *encoder) value(v value) {
	e.buf = append(e.buf, byte(v.k))
	switch v.k {
	case unknown:
		e.symbol(v.n)
		return
	case pointer, channel, slice, table, ctx, ender:
		e.ref(v.n)
	default:
		e.int(v.n)
	}
	e.int(int64(v.off))
	e.int(int64(v.len))
	if v.x == nil {
		return
	}
	e.buf = append(e.buf, v.x.text...)
	if v.x.fn != nil {
		e.pointer(v.x.fn)
	}
	if v.x.typ != nil {
		e.int(e.m.typeNumber(v.x.typ))
	}
	e.int(int64(len(v.x.list)))
	for _, w := range v.x.list {
		e.value(w)
	}
}

func (e *encoder) symbol(n int64) {
	if n == 0 {
		e.int(0)
		return
	}
	at, ok := e.symbols[n]
	if !ok {
		e.met = append(e.met, n)
		at = uint64(len(e.met))
		e.symbols[n] = at
		e.int(int64(at))
		e.fact(e.st.factOf(n))
		return
	}
	e.int(int64(at))
}

func (e *encoder) fact(f fact) {
	e.int(f.lo)
	e.int(f.hi)
	e.buf = append(e.buf, byte(f.nilish), byte(f.set))
	if f.bind.k != unknown || f.bind.n != 0 {
		e.value(f.bind)
	}
}

func (e *encoder) object(n int64) {
	o := e.st.heap[n]
	e.buf = append(e.buf, 'h')
	for _, b := range [...]bool{o.closed, o.env, o.open, o.vague} {
		e.bool(b)
	}
	e.int(int64(o.room))
	for _, list := range [...][]value{o.cells, o.keys} {
		e.int(int64(len(list)))
		for _, v := range list {
			e.value(v)
		}
	}
	if o.child != 0 {
		e.ref(o.child)
		e.ref(o.parent)
	}
}

// facts writes the expressions over symbols that are in use.
func (e *encoder) facts() {
	used := func(v value) bool { return v.k != unknown || v.n == 0 || e.symbols[v.n] != 0 }
	kept := make([]memo, 0, len(e.st.memos))
	for _, m := range e.st.memos {
		if used(m.x) && used(m.y) {
			e.int(int64(m.op))
			e.value(m.x)
			e.value(m.y)
			e.symbol(m.sym)
			kept = append(kept, m)
		}
	}
	e.st.memos = kept
}

// sweep takes out of the state what was not met.
func (e *encoder) sweep() {
	for n := range e.st.heap {
		if n > 0 && e.objects[n] == 0 {
			e.st.heap[n] = nil
		}
	}
	unused := func(f fact) bool { return e.symbols[f.sym] == 0 }
	if slices.ContainsFunc(e.st.facts, unused) {
		e.st.facts = slices.DeleteFunc(slices.Clone(e.st.facts), unused)
	}
}
