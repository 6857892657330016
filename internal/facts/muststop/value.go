package muststop

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"golang.org/x/tools/go/ssa"
)

// Origin resolves conversions, and local variables that hold one value, those of enclosing
// functions included.
func Origin(v ssa.Value) ssa.Value {
	for range 16 { // a variable may hold what was read from itself
		next := v
		switch x := v.(type) {
		case *ssa.MakeInterface:
			next = x.X
		case *ssa.ChangeType:
			next = x.X
		case *ssa.ChangeInterface:
			next = x.X
		case *ssa.UnOp:
			if alloc := variable(x.X); alloc != nil {
				next = ssaflow.OnlyStore(alloc)
			}
		}
		if next == nil || next == v {
			return v
		}
		v = next
	}
	return v
}

// variable returns the local variable, of this function or one around it, that v
// is the address of.
func variable(v ssa.Value) *ssa.Alloc {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		if v = ssaflow.Binding(free); v == nil {
			return nil
		}
	}
	alloc, _ := v.(*ssa.Alloc)
	return alloc
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
