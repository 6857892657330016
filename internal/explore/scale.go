package explore

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// scaled returns the limit of a loop: of many iterations the first stand for all. Loops of the same
// function as one that starts goroutines keep the difference of their limits to that one's.
func (m *machine) scaled(st *state, instr *ssa.BinOp, limit int64) int64 {
	header, from, ok := counterStart(instr.X)
	if !ok || !compareOp(instr.Op) || from < -1 || from > most {
		return limit
	}
	spawned, spawns, more := nearest(m.spawnLimits(instr, limit), limit), m.spawns(header), int64(0)
	switch {
	case spawns && limit <= fewGoroutines:
		return limit
	case !spawns && spawned > 0 && limit <= spawned+nearLimit && limit >= spawned-nearLimit:
		more = limit - spawned
	case !spawns && limit <= mostIterations:
		return limit
	}
	st.cost.scaled = 1
	m.scales = true
	return max(from, from+m.scale+more)
}

// nearLimit is how much two limits may differ that are meant to match.
const nearLimit = 2

// nearest returns the number of a list that is nearest to n, 0 of an empty one.
func nearest(list []int64, n int64) (found int64) {
	for _, each := range list {
		if found == 0 || max(each-n, n-each) < max(found-n, n-found) {
			found = each
		}
	}
	return found
}

// spawnLimits returns the limits of the loops of a function that start many goroutines: those that are
// constant, and that of the loop which test ends, where it is the length of the same slice.
func (m *machine) spawnLimits(test *ssa.BinOp, limit int64) []int64 {
	fn := test.Parent()
	loops, ok := m.spawning[fn]
	if !ok {
		loops = m.spawningLoops(fn)
		m.spawning[fn] = loops
	}
	var list []int64
	for _, y := range loops {
		switch n, isInt := intOf(y); {
		case sameLength(y, test.Y) && limit > fewGoroutines:
			list = append(list, limit)
		case isInt && n > fewGoroutines:
			list = append(list, n)
		}
	}
	return list
}

// spawningLoops returns the limits of the counting loops of a function that start goroutines.
func (m *machine) spawningLoops(fn *ssa.Function) []ssa.Value {
	var list []ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			test, ok := instr.(*ssa.BinOp)
			if !ok || !compareOp(test.Op) {
				continue
			}
			if header, _, ok := counterStart(test.X); ok && m.spawns(header) {
				list = append(list, test.Y)
			}
		}
	}
	return list
}

// sameLength reports whether two values are the length of one slice.
func sameLength(a, b ssa.Value) bool {
	of := func(v ssa.Value) ssa.Value {
		call, ok := v.(*ssa.Call)
		if !ok {
			return nil
		}
		if builtin, ok := call.Call.Value.(*ssa.Builtin); !ok || builtin.Name() != "len" {
			return nil
		}
		return call.Call.Args[0]
	}
	return of(a) != nil && of(a) == of(b)
}

// spawns reports whether a loop starts goroutines.
func (m *machine) spawns(header *ssa.BasicBlock) bool {
	for _, b := range header.Parent().Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if begins(instr) {
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
		step, isInt := intOf(b.Y)
		if !isInt {
			return nil, 0, false
		}
		v, more = b.X, step
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return nil, 0, false
	}
	for i, pred := range phi.Block().Preds {
		if first, isInt := intOf(phi.Edges[i]); isInt && !back(pred, phi.Block()) {
			return phi.Block(), first + more, true
		}
	}
	return nil, 0, false
}

// intOf returns the value of a constant that is an integer.
func intOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}
