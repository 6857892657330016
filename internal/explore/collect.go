package explore

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// collection runs what makes slices, and what iterates over maps.
func (m *machine) collection(st *state, f *frame, instr ssa.Value) value {
	switch instr := instr.(type) {
	case *ssa.MakeSlice:
		n, ok := m.count(st, m.get(st, f, instr.Len))
		if !ok {
			return value{}
		}
		elem := instr.Type().Underlying().(*types.Slice).Elem()
		if n > most {
			return st.symbol()
		}
		o := &object{}
		for range n {
			o.cells = append(o.cells, m.zero(elem)...)
		}
		return value{k: slice, n: st.alloc(o), len: int32(n)}
	case *ssa.Slice:
		return m.slice(st, f, instr)
	case *ssa.Range:
		x := m.get(st, f, instr.X)
		_, isMap := instr.X.Type().Underlying().(*types.Map)
		switch {
		case x.k == unknown && isMap:
			x = st.lengthOf(x) // two loops over one map run equally often
		case x.k != table:
			return st.symbol()
		}
		o := &object{cells: []value{x, intValue(0)}}
		return value{k: pointer, n: st.alloc(o)}
	case *ssa.Next:
		return m.next(st, f, instr)
	}
	return st.symbol()
}

func (m *machine) slice(st *state, f *frame, instr *ssa.Slice) value {
	x := m.get(st, f, instr.X)
	bound := func(v ssa.Value, def int32) (int32, bool) {
		if v == nil {
			return def, true
		}
		n := m.get(st, f, v)
		return int32(n.n), n.k == number && n.n >= 0 && n.n <= 1<<20
	}
	elem, length := types.Type(nil), int32(0)
	switch t := instr.X.Type().Underlying().(type) {
	case *types.Pointer:
		arr := t.Elem().Underlying().(*types.Array)
		elem, length = arr.Elem(), int32(min(arr.Len(), most+1))
		if x.k != pointer || arr.Len() > most {
			return st.symbol()
		}
	case *types.Slice:
		elem, length = t.Elem(), x.len
		if x.k == null {
			return x
		}
		if x.k != slice {
			return st.symbol()
		}
	default:
		return st.symbol()
	}
	low, ok1 := bound(instr.Low, 0)
	high, ok2 := bound(instr.High, length)
	n := int32(m.slots(elem))
	if !ok1 || !ok2 || low > high || x.off+high*n > int32(len(st.heap[x.n].cells)) {
		return st.symbol()
	}
	return value{k: slice, n: x.n, off: x.off + low*n, len: high - low}
}

// next returns the next element of a map or string.
func (m *machine) next(st *state, f *frame, instr *ssa.Next) value {
	it := m.get(st, f, instr.Iter)
	if it.k != pointer {
		return listValue([]value{st.symbol(), st.symbol(), st.symbol()})
	}
	cells := st.heap[it.n].cells
	if cells[0].k != table {
		return m.nextOfSize(st, it, cells[0], cells[1].n)
	}
	of, at := st.heap[cells[0].n], cells[1].n
	if at >= int64(len(of.keys)) {
		more := boolValue(false)
		if of.vague || of.open {
			more = st.symbol()
		}
		return listValue([]value{more, st.symbol(), st.symbol()})
	}
	st.object(it.n).cells[1] = intValue(at + 1)
	return listValue([]value{boolValue(true), of.keys[at], of.cells[at]})
}

// nextOfSize is next for a map of which only the size is known, or a symbol for it, and at elements have been seen.
func (m *machine) nextOfSize(st *state, it, size value, at int64) value {
	more := boolValue(at < size.n)
	switch {
	case at > mostIterations:
		more = st.symbol()
	case size.k == unknown:
		more = m.order(st, nil, token.GTR, size, at)
	}
	if m.alts != nil {
		return value{}
	}
	if at <= mostIterations {
		st.object(it.n).cells[1] = intValue(at + 1)
	}
	return listValue([]value{more, st.symbol(), st.symbol()})
}

func (m *machine) mapUpdate(st *state, to, key, val value) {
	if to.k != table { // whoever has the map may range over it
		m.release(st, key)
		m.release(st, val)
		return
	}
	o := st.object(to.n)
	if o.open {
		m.release(st, key)
		m.release(st, val)
	}
	for i, k := range o.keys {
		if eq, known := same(k, key); eq && known {
			o.cells[i] = val
			return
		}
	}
	if len(o.keys) >= most {
		o.vague = true
		m.release(st, key)
		m.release(st, val)
		return
	}
	o.keys, o.cells = append(o.keys, key), append(o.cells, val)
}

func (m *machine) mapDelete(st *state, from, key value) {
	if from.k != table {
		return
	}
	o := st.object(from.n)
	for i, k := range o.keys {
		if eq, known := same(k, key); eq && known {
			o.keys, o.cells = slices.Delete(o.keys, i, i+1), slices.Delete(o.cells, i, i+1)
			return
		}
	}
}

// lookup reads an element of a map.
func (m *machine) lookup(st *state, f *frame, instr *ssa.Lookup) value {
	x, key := m.get(st, f, instr.X), m.get(st, f, instr.Index)
	v, ok := m.find(st, instr, x, key)
	if instr.CommaOk {
		return listValue([]value{v, ok})
	}
	return v
}

func (m *machine) find(st *state, instr *ssa.Lookup, x, key value) (v, ok value) {
	t, isMap := instr.X.Type().Underlying().(*types.Map)
	if !isMap {
		return st.symbol(), st.symbol()
	}
	if x.k == null {
		return m.zeroValue(t.Elem()), boolValue(false)
	}
	if x.k != table {
		return st.symbol(), st.symbol()
	}
	o, sure := st.heap[x.n], true
	for i, k := range o.keys {
		eq, known := same(k, key)
		if eq && known {
			return o.cells[i], boolValue(true)
		}
		sure = sure && known
	}
	if sure && !o.vague && !o.open {
		return m.zeroValue(t.Elem()), boolValue(false)
	}
	return st.symbol(), st.symbol()
}

// appended returns the slice that append makes.
func (m *machine) appended(st *state, t types.Type, to, more value) value {
	elem := t.Underlying().(*types.Slice).Elem()
	n := int32(m.slots(elem))
	if to.k != slice && to.k != null || more.k != slice && more.k != null || to.len+more.len > most {
		m.release(st, to)
		m.release(st, more)
		return st.symbol()
	}
	o := &object{}
	for _, part := range []value{to, more} {
		if part.k == slice {
			o.cells = append(o.cells, st.heap[part.n].cells[part.off:part.off+part.len*n]...)
		}
	}
	return value{k: slice, n: st.alloc(o), len: to.len + more.len}
}

// lenOf returns the length of a value.
func (m *machine) lenOf(st *state, v value) value {
	switch v.k {
	case null:
		return intValue(0)
	case slice:
		return intValue(int64(v.len))
	case text:
		return intValue(int64(len(v.x.text)))
	case channel:
		o := st.heap[v.n]
		if !o.open && !o.env {
			return intValue(int64(len(o.cells)))
		}
	case table:
		o := st.heap[v.n]
		if !o.vague && !o.open {
			return intValue(int64(len(o.keys)))
		}
	case unknown:
		return st.lengthOf(v)
	}
	return sizeSymbol(st)
}

// lengthOf returns the length of an unknown value, the same for each question.
func (st *state) lengthOf(v value) value {
	size := st.expression(lengthOf, v, value{})
	if f := st.factOf(size.n); f.lo < 0 {
		f.lo = 0
		st.learn(f)
	}
	return st.resolve(size)
}
