package explore

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// compute runs an instruction that has a value and that others cannot see.
func (m *machine) compute(st *state, g *goroutine, f *frame, instr ssa.Value) {
	var v value
	switch instr := instr.(type) {
	case *ssa.UnOp:
		v = m.unary(st, g, f, instr)
	case *ssa.BinOp:
		v = m.binary(st, f, instr)
	case *ssa.Alloc:
		t := instr.Type().Underlying().(*types.Pointer).Elem()
		v = value{k: pointer, n: st.alloc(&object{cells: m.zero(t), site: instr})}
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Lookup:
		v = m.access(st, g, f, instr)
	case *ssa.Extract:
		if t := m.get(st, f, instr.Tuple); t.k == bundle {
			v = t.x.list[instr.Index]
		}
	case *ssa.MakeChan:
		v = m.makeChan(st, f, instr)
	case *ssa.MakeMap:
		v = value{k: table, n: st.alloc(&object{})}
	case *ssa.MakeClosure:
		var bound []value
		for _, b := range instr.Bindings {
			bound = append(bound, m.get(st, f, b))
		}
		v = funcValue(instr.Fn.(*ssa.Function), bound)
	case *ssa.MakeInterface:
		v = value{k: boxed, x: &extra{typ: instr.X.Type(), list: []value{m.get(st, f, instr.X)}}}
	case *ssa.TypeAssert:
		v = m.typeAssert(st, f, instr)
	case *ssa.MakeSlice, *ssa.Slice, *ssa.Range, *ssa.Next:
		v = m.collection(st, f, instr)
	default:
		v = m.convert(st, f, instr)
	}
	if m.alts != nil || m.drop || g.pend != nil || st.over || st.cut {
		return
	}
	f.regs[f.info.regs[instr]] = v
	f.pc++
}

// convert returns a value as another type.
func (m *machine) convert(st *state, f *frame, instr ssa.Value) value {
	switch instr := instr.(type) {
	case *ssa.ChangeType:
		return m.get(st, f, instr.X)
	case *ssa.ChangeInterface:
		return m.get(st, f, instr.X)
	case *ssa.Convert:
		if x := m.get(st, f, instr.X); x.k == number && zeroInt(instr.Type()) {
			return x
		}
	}
	return st.symbol()
}

func zeroInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func (m *machine) unary(st *state, g *goroutine, f *frame, instr *ssa.UnOp) value {
	x := m.get(st, f, instr.X)
	switch {
	case instr.Op == token.ARROW:
		g.pend = &op{kind: Receive, at: m.chanAddr(st, x), site: instr, reg: f.info.regs[instr]}
	case instr.Op == token.MUL:
		return m.load(st, g, x, instr.Type())
	case instr.Op == token.NOT && x.k == truth:
		return boolValue(x.n == 0)
	case instr.Op == token.NOT && x.k == unknown:
		m.chooseTruth(st, x)
	case instr.Op == token.SUB && x.k == number:
		return intValue(-x.n)
	}
	return st.symbol()
}

// binary computes an operation of two values.
func (m *machine) binary(st *state, f *frame, instr *ssa.BinOp) value {
	x, y := m.get(st, f, instr.X), m.get(st, f, instr.Y)
	if instr.Op == token.EQL || instr.Op == token.NEQ {
		return m.equal(st, instr, x, y)
	}
	if x.k == number && y.k == number {
		return arithmetic(st, instr.Op, x.n, m.scaled(st, instr, y.n))
	}
	if compareOp(instr.Op) && x.k == unknown && y.k == number {
		return m.order(st, instr, instr.Op, x, y.n)
	}
	if compareOp(instr.Op) && y.k == unknown && x.k == number {
		return m.order(st, instr, mirrored[instr.Op], y, x.n)
	}
	if x.k == text && y.k == text && instr.Op == token.ADD {
		return value{k: text, x: &extra{text: x.x.text + y.x.text}}
	}
	return st.expression(instr.Op, x, y)
}

// scaled returns the limit of a loop: of many iterations the first stand for all.
func (m *machine) scaled(st *state, instr *ssa.BinOp, limit int64) int64 {
	if limit <= fewGoroutines || !compareOp(instr.Op) {
		return limit
	}
	header, from, ok := counterStart(instr.X)
	if !ok || from < -1 || from > most || limit <= mostIterations && !m.spawns(header) {
		return limit
	}
	st.cost.scaled = 1
	m.scales = true
	return from + m.scale
}

// spawns reports whether a loop starts goroutines.
func (m *machine) spawns(header *ssa.BasicBlock) bool {
	for _, b := range header.Parent().Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Go); ok {
				return true
			}
		}
	}
	return false
}

// counterStart returns the loop of, and the first value of, a variable that counts the iterations of a loop.
func counterStart(v ssa.Value) (header *ssa.BasicBlock, from int64, ok bool) {
	more := int64(0)
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		c, ok := b.Y.(*ssa.Const)
		if !ok || c.Value == nil {
			return nil, 0, false
		}
		v, more = b.X, c.Int64()
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return nil, 0, false
	}
	for i, pred := range phi.Block().Preds {
		c, ok := phi.Edges[i].(*ssa.Const)
		if ok && c.Value != nil && !back(pred, phi.Block()) {
			return phi.Block(), c.Int64() + more, true
		}
	}
	return nil, 0, false
}

var mirrored = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ}

func arithmetic(st *state, op token.Token, x, y int64) value {
	switch op {
	case token.ADD:
		return intValue(x + y)
	case token.SUB:
		return intValue(x - y)
	case token.MUL:
		return intValue(x * y)
	case token.QUO:
		if y != 0 {
			return intValue(x / y)
		}
	case token.REM:
		if y != 0 {
			return intValue(x % y)
		}
	case token.AND:
		return intValue(x & y)
	case token.OR:
		return intValue(x | y)
	case token.LSS:
		return boolValue(x < y)
	case token.LEQ:
		return boolValue(x <= y)
	case token.GTR:
		return boolValue(x > y)
	case token.GEQ:
		return boolValue(x >= y)
	}
	return st.symbol()
}

// order compares an unknown number with a known one.
func (m *machine) order(st *state, instr *ssa.BinOp, op token.Token, x value, n int64) value {
	f := st.factOf(x.n)
	limit := n // the least that is not below, for < and >=
	if op == token.LEQ || op == token.GTR {
		limit++
	}
	below := op == token.LSS || op == token.LEQ
	switch {
	case f.hi < limit:
		return boolValue(below)
	case f.lo >= limit:
		return boolValue(!below)
	}
	less, more := 1, 1
	if counts(instr) || st.isLength(x) {
		less, more = iterationCosts(limit)
	}
	m.fork(st, func(alt *state) {
		f := f
		f.hi = limit - 1
		alt.learn(f)
		alt.cost.free += less
	}, func(alt *state) {
		f := f
		f.lo = limit
		alt.learn(f)
		alt.cost.free += more
	})
	return value{}
}

// isLength reports whether a symbol stands for a length.
func (st *state) isLength(x value) bool {
	return slices.ContainsFunc(st.memos, func(m memo) bool { return m.op == lengthOf && m.sym == x.n })
}

// counts reports whether a comparison ends a loop that counts its iterations.
func counts(instr *ssa.BinOp) bool {
	for _, v := range []ssa.Value{instr.X, instr.Y} {
		if _, _, ok := counterStart(v); ok {
			return true
		}
	}
	return false
}

// iterationCosts returns what it costs to suppose that a loop has fewer than limit
// iterations, and that it has more: one is usual, none is rare.
func iterationCosts(limit int64) (less, more int) {
	switch {
	case limit <= 1:
		return 2, 0
	case limit == 2:
		return 0, 1
	}
	return 0, 0
}

// equal compares two values, and takes both ways when that is not known.
func (m *machine) equal(st *state, instr *ssa.BinOp, x, y value) value {
	eq, known := same(x, y)
	if known {
		return boolValue(eq == (instr.Op == token.EQL))
	}
	if x.k != unknown {
		x, y = y, x
	}
	if x.k != unknown {
		return st.symbol()
	}
	f := st.factOf(x.n)
	switch {
	case y.k == null && f.nilish != open:
		return boolValue((f.nilish == yes) == (instr.Op == token.EQL))
	case y.k == null:
		m.chooseNil(st, f, isError(instr.X.Type()))
		return value{}
	case y.k == number && (y.n < f.lo || y.n > f.hi):
		return boolValue(instr.Op == token.NEQ)
	case y.k == truth:
		m.chooseTruth(st, x)
		return value{}
	case y.k == number:
		return m.chooseNumber(st, f, y.n)
	}
	v := st.resolve(st.expression(token.EQL, x, y))
	switch {
	case v.k == truth:
		return boolValue((v.n == 1) == (instr.Op == token.EQL))
	case y.k == unknown && isError(instr.X.Type()):
		m.chooseSame(st, v, x, y)
		return value{}
	case instr.Op == token.NEQ:
		m.chooseTruth(st, v)
	}
	return v
}

// chooseSame makes two unknown errors the same, and different.
func (m *machine) chooseSame(st *state, v, x, y value) {
	m.fork(st, func(alt *state) {
		f := alt.factOf(v.n)
		f.set = no
		alt.learn(f)
	}, func(alt *state) {
		f := alt.factOf(v.n)
		f.set = yes
		alt.learn(f)
		f = alt.factOf(x.n)
		f.bind = y
		alt.learn(f)
		alt.cost.errors++
	})
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// chooseNil makes an unknown value nil and not nil.
func (m *machine) chooseNil(st *state, f fact, isErr bool) {
	m.fork(st, func(alt *state) {
		f.nilish = yes
		alt.learn(f)
		if !isErr {
			alt.cost.free++
		}
	}, func(alt *state) {
		f := f
		f.nilish = no
		alt.learn(f)
		if isErr {
			alt.cost.errors++
		} else {
			alt.cost.free++
		}
	})
}

// chooseNumber makes an unknown number equal to n and different from it.
func (m *machine) chooseNumber(st *state, f fact, n int64) value {
	different := func(lo, hi int64) func(*state) {
		return func(alt *state) {
			f := f
			f.lo, f.hi = lo, hi
			alt.learn(f)
			alt.cost.free++
		}
	}
	list := []func(*state){different(n, n)}
	if f.lo < n {
		list = append(list, different(f.lo, n-1))
	}
	if f.hi > n {
		list = append(list, different(n+1, f.hi))
	}
	m.fork(st, list...)
	return value{}
}

// count makes a known number of an unknown one that says how many there are of
// something: none, one or two.
func (m *machine) count(st *state, v value) (int64, bool) {
	if v.k == number {
		return v.n, true
	}
	if v.k != unknown {
		st.stop() // counts with what is no number
		return 0, false
	}
	f := st.factOf(v.n)
	lo := max(f.lo, 0)
	hi := min(f.hi, lo+2)
	var list []func(*state)
	length := st.isLength(v)
	for n := lo; n <= hi; n++ {
		list = append(list, func(alt *state) {
			f := f
			f.lo, f.hi = n, n
			alt.learn(f)
			alt.cost.free += countCost(n, length)
		})
	}
	m.fork(st, list...)
	return 0, false
}

// countCost returns what it costs to suppose that there are n of something: of what a
// list has, one is usual and none is rare.
func countCost(n int64, length bool) int {
	switch {
	case length && n == 0:
		return 2
	case length && n == 1:
		return 0
	}
	return 1
}

// sizeSymbol returns an unknown number that is not negative.
func sizeSymbol(st *state) value {
	v := st.symbol()
	st.learn(fact{sym: v.n, lo: 0, hi: math.MaxInt64})
	return v
}

func (m *machine) makeChan(st *state, f *frame, instr *ssa.MakeChan) value {
	n, ok := m.count(st, m.get(st, f, instr.Size))
	if !ok {
		return value{}
	}
	return value{k: channel, n: st.alloc(&object{room: int(n), site: instr})}
}

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
