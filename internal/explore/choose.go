package explore

import (
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// equal compares two values, and takes both branches if the result is not known.
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
	if hi < lo {
		st.stop() // counts what is negative here
		return 0, false
	}
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

// atLeastOne supposes that an unknown size is positive: a semaphore without a place admits
// nobody, a pool without workers does nothing, and no program configures one.
func (st *state) atLeastOne(size value) {
	if size.k != unknown || st.isLength(size) {
		return
	}
	if f := st.factOf(size.n); f.lo < 1 && f.hi >= 1 {
		f.lo = 1
		st.learn(f)
	}
}

func (m *machine) makeChan(st *state, f *frame, instr *ssa.MakeChan) value {
	size := m.get(st, f, instr.Size)
	if callmatch.IsSignal(instr.Type()) { // with a buffer it is a semaphore
		st.atLeastOne(size)
	}
	n, ok := m.count(st, size)
	if !ok {
		return value{}
	}
	if m.env != nil && n > fewGoroutines {
		n, st.cost.scaled, m.scales = m.scale, 1, true // few calls fill it
	}
	return value{k: channel, n: st.alloc(&object{room: int(n), site: instr})}
}
