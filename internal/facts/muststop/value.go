package muststop

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Origin looks through conversions, and through local variables that hold one
// value, those of functions around included.
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
				next = onlyStore(alloc)
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
		if v = binding(free); v == nil {
			return nil
		}
	}
	alloc, _ := v.(*ssa.Alloc)
	return alloc
}

// binding returns what a captured variable is in the function around.
func binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	for _, ref := range *fn.Referrers() {
		if mk, ok := ref.(*ssa.MakeClosure); ok && mk.Parent() == fn.Parent() {
			return mk.Bindings[slices.Index(fn.FreeVars, v)]
		}
	}
	return nil
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
