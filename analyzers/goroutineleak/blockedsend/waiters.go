package blockedsend

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// keptIn returns the field with the map or slice to which the function that makes a channel adds it, nil if it
// is added to none.
func keptIn(made *ssa.MakeChan) (table *types.Var) {
	seen := make(map[ssa.Value]bool)
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil || len(seen) > 16 {
			return
		}
		seen[v] = true
		for _, ref := range ssabuild.Referrers(v) {
			switch ref := ref.(type) {
			case *ssa.MapUpdate:
				if field := containerOf(ref.Map, 6); field != nil && ref.Value == v {
					table = field
				}
			case *ssa.Store:
				if addr, ok := ref.Addr.(*ssa.IndexAddr); ok && ref.Val == v { // an argument of append
					follow(addr.X)
				} else if addr, ok := ref.Addr.(*ssa.FieldAddr); ok && ref.Val == v && isSlice(v) {
					table = ssaflow.Field(addr).Origin()
				}
			case *ssa.Slice:
				follow(ref)
			case *ssa.Call:
				if b, ok := ref.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
					follow(ref)
				}
			case *ssa.ChangeType:
				follow(ref)
			}
		}
	}
	follow(made)
	return table
}

func isSlice(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Slice)
	return ok
}

// containerOf returns the field that holds the map or slice of which a value is an element, or is read from.
func containerOf(v ssa.Value, depth int) *types.Var {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return ssaflow.Field(v).Origin()
	case *ssa.UnOp:
		return containerOf(v.X, depth-1)
	case *ssa.IndexAddr:
		return containerOf(v.X, depth-1)
	case *ssa.Lookup:
		return containerOf(v.X, depth-1)
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Lookup:
			return containerOf(from.X, depth-1)
		case *ssa.Next:
			if over, ok := from.Iter.(*ssa.Range); ok {
				return containerOf(over.X, depth-1)
			}
		}
	}
	return nil
}

// sendFrom returns a send, outside of a select, on an element of the map or slice in a field, nil if there is none.
func sendFrom(flow *ssaflow.Flow, table *types.Var) *ssa.Send {
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if send, ok := instr.(*ssa.Send); ok && containerOf(send.Chan, 8) == table {
				return send
			}
		}
	}
	return nil
}
