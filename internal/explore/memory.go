package explore

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// load reads memory.
func (m *machine) load(st *state, g *goroutine, p value, t types.Type) value {
	p, ok := m.deref(st, g, p, t)
	if !ok {
		return value{}
	}
	o := st.heap[p.n]
	n := int32(m.slots(t))
	if p.off+n > int32(len(o.cells)) {
		return st.symbol()
	}
	list := o.cells[p.off : p.off+n]
	for i, v := range list {
		if v.k == unknown && v.n == 0 {
			o = st.object(p.n)
			o.cells[p.off+int32(i)] = st.symbol()
		}
	}
	list = st.heap[p.n].cells[p.off : p.off+n : p.off+n]
	if flat(t) {
		return listValue(append([]value(nil), list...))
	}
	if n == 0 {
		return listValue(nil)
	}
	return st.resolve(list[0])
}

// deref returns a pointer to memory that exists; what an unknown one points to is made.
func (m *machine) deref(st *state, g *goroutine, p value, t types.Type) (value, bool) {
	switch p.k {
	case pointer:
		return p, true
	case null:
		m.panic(st, g)
		return p, false
	case unknown:
		n := st.alloc(&object{cells: m.fresh(t), open: true})
		bind := value{k: pointer, n: n}
		if p.n != 0 {
			f := st.factOf(p.n)
			f.bind = bind
			st.learn(f)
		}
		return bind, true
	}
	st.stop() // points with what is no pointer
	return p, false
}

func (m *machine) store(st *state, p value, t types.Type, v value) {
	p = st.resolve(p)
	if p.k != pointer {
		m.release(st, v)
		return
	}
	if v.k == number && (v.n > 2*most || v.n < -1) {
		v = st.symbol()
	}
	o := st.object(p.n)
	list := m.unpack(t, v)
	if int(p.off)+len(list) > len(o.cells) {
		m.release(st, v)
		return
	}
	copy(o.cells[p.off:], list)
	if o.open {
		m.release(st, v)
	}
}

// access computes addresses and elements.
func (m *machine) access(st *state, g *goroutine, f *frame, instr ssa.Value) value {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		t := instr.X.Type().Underlying().(*types.Pointer).Elem()
		p, ok := m.deref(st, g, m.get(st, f, instr.X), t)
		if !ok {
			return value{}
		}
		return value{k: pointer, n: p.n, off: p.off + int32(m.fieldOffset(t.Underlying().(*types.Struct), instr.Field))}
	case *ssa.Field:
		t := instr.X.Type().Underlying().(*types.Struct)
		x := m.get(st, f, instr.X)
		if x.k != bundle {
			return st.symbol()
		}
		from, ft := m.fieldOffset(t, instr.Field), t.Field(instr.Field).Type()
		if n := m.slots(ft); from+n <= len(x.x.list) && (n > 0 || flat(ft)) {
			return st.resolve(pack(ft, x.x.list[from:from+n]))
		}
	case *ssa.IndexAddr:
		return m.indexAddr(st, g, f, instr)
	case *ssa.Index:
		x, at := m.get(st, f, instr.X), m.get(st, f, instr.Index)
		if arr, ok := instr.X.Type().Underlying().(*types.Array); ok && x.k == bundle && at.k == number {
			n := m.slots(arr.Elem())
			if from := int(at.n) * n; from >= 0 && from+n <= len(x.x.list) && n > 0 {
				return st.resolve(pack(arr.Elem(), x.x.list[from:from+n]))
			}
		}
	case *ssa.Lookup:
		return m.lookup(st, f, instr)
	}
	return st.symbol()
}

func (m *machine) indexAddr(st *state, g *goroutine, f *frame, instr *ssa.IndexAddr) value {
	x, at := m.get(st, f, instr.X), m.get(st, f, instr.Index)
	elem := instr.Type().Underlying().(*types.Pointer).Elem()
	n := int32(m.slots(elem))
	switch {
	case x.k == pointer && at.k == number && st.fits(x, int32(at.n)*n+n):
		return value{k: pointer, n: x.n, off: x.off + int32(at.n)*n}
	case x.k == slice && at.k == number && at.n >= 0 && at.n < int64(x.len):
		return value{k: pointer, n: x.n, off: x.off + int32(at.n)*n}
	case x.k == slice && at.k == number, x.k == null:
		m.panic(st, g)
		return value{}
	}
	if x.k == unknown && at.k == number {
		return st.expression(token.LBRACK, x, at)
	}
	return st.symbol()
}

// fits reports whether the object of p has n slots from there.
func (st *state) fits(p value, n int32) bool {
	return n >= 0 && p.off+n <= int32(len(st.heap[p.n].cells))
}

// typeAssert converts a value of interface type.
func (m *machine) typeAssert(st *state, f *frame, instr *ssa.TypeAssert) value {
	x := m.get(st, f, instr.X)
	ok, known := false, x.k == boxed || x.k == null
	v := x
	if x.k == boxed {
		if iface, is := instr.AssertedType.Underlying().(*types.Interface); is {
			ok = types.Implements(x.x.typ, iface)
		} else if ok = types.Identical(x.x.typ, instr.AssertedType); ok {
			v = x.x.list[0]
		}
	}
	if known && !ok {
		v = m.zeroValue(instr.AssertedType)
	}
	if !known {
		v = st.expression(token.PERIOD, x, value{k: null, x: nil})
	}
	if !instr.CommaOk {
		return v
	}
	if known {
		return listValue([]value{v, boolValue(ok)})
	}
	return listValue([]value{v, st.symbol()})
}
