package ssaflow

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Returns yields the returns of fn with the values they return. A function that defers
// holds its results in variables until the deferred calls have returned: the values are
// those stored last before. The return after a recovered panic is left out.
func Returns(fn *ssa.Function) iter.Seq2[*ssa.Return, []ssa.Value] {
	return func(yield func(*ssa.Return, []ssa.Value) bool) {
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || b == fn.Recover {
				continue
			}
			values := make([]ssa.Value, len(ret.Results))
			for i, v := range ret.Results {
				values[i] = storedBefore(v, b)
			}
			if !yield(ret, values) {
				return
			}
		}
	}
}

// LastResult returns the last value that a return returns, nil if it returns none.
func LastResult(ret *ssa.Return) ssa.Value {
	if len(ret.Results) == 0 {
		return nil
	}
	return Returned(ret, len(ret.Results)-1)
}

// Returned returns the i-th value that a return returns, also where deferred calls may change it.
func Returned(ret *ssa.Return, i int) ssa.Value { return storedBefore(ret.Results[i], ret.Block()) }

// storedBefore returns the last value stored in b to the variable that v reads, v
// itself if there is none.
func storedBefore(v ssa.Value, b *ssa.BasicBlock) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	if _, local := load.X.(*ssa.Alloc); !local {
		return v
	}
	for _, instr := range b.Instrs {
		if store, ok := instr.(*ssa.Store); ok && store.Addr == load.X {
			v = store.Val
		}
	}
	return v
}
