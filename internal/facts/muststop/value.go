package muststop

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Origin looks through conversions, and through local variables that hold one
// value.
func Origin(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return Origin(x.X)
	case *ssa.ChangeType:
		return Origin(x.X)
	case *ssa.ChangeInterface:
		return Origin(x.X)
	case *ssa.UnOp:
		if alloc, ok := x.X.(*ssa.Alloc); ok {
			if stored := onlyStore(alloc); stored != nil {
				return Origin(stored)
			}
		}
	}
	return v
}

// onlyStore returns the value of the only store to a local variable.
func onlyStore(alloc *ssa.Alloc) ssa.Value {
	var value ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(alloc) {
			if value != nil {
				return nil
			}
			value = s.Val
		}
	}
	return value
}

// rank sorts methods by how well they tell that they stop something.
func rank(methods []string, order []string) {
	at := func(name string) int {
		if i := slices.Index(order, name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortFunc(methods, func(a, b string) int { return cmp.Or(cmp.Compare(at(a), at(b)), strings.Compare(a, b)) })
}
