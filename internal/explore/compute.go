package explore

import (
	"go/token"
	"go/types"
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

// order compares an unknown number with a known one. There is no instr for how many elements a map has.
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
	if instr == nil || st.isLength(x) || counts(instr) {
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
		alt.cost.runs(loop{of: x.n}, more)
	})
	return value{}
}

// isLength reports whether a symbol stands for a length.
func (st *state) isLength(x value) bool {
	return slices.ContainsFunc(st.memos, func(m memo) bool { return m.op == lengthOf && m.sym == x.n })
}

// counts reports whether a comparison ends a loop that counts its iterations, or comes before the first one of a
// range over an integer.
func counts(instr *ssa.BinOp) bool {
	if branch, ok := instr.Block().Instrs[len(instr.Block().Instrs)-1].(*ssa.If); ok && branch.Cond == instr && instr.Block().Succs[0].Comment == "rangeint.body" {
		return true
	}
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
