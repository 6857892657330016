package malformedinput

import (
	"golang.org/x/tools/go/ssa"
)

// operand returns what a value is a part or another type of, nil if it is none.
func operand(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Lookup:
		return v.X
	case *ssa.Index:
		return v.X
	case *ssa.Slice:
		return v.X
	case *ssa.Convert:
		return v.X
	case *ssa.ChangeType:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.MakeInterface:
		return v.X
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Range:
		return v.X
	case *ssa.Next:
		return v.Iter
	}
	return nil
}

func (o *origins) ofExtract(v *ssa.Extract) origin {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		return o.ofCall(tuple, v.Index)
	case *ssa.UnOp:
		return o.ofReceived(tuple.X)
	case *ssa.Select:
		if i := v.Index - firstReceived; i >= 0 {
			return o.ofReceived(receives(tuple)[i].Chan)
		}
		return own
	case *ssa.Next:
		if v.Index == 1 {
			return min(unknown, o.of(tuple))
		}
	}
	return o.of(v.Tuple)
}
