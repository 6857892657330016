package resource

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// sent reports whether a condition holds where a select has sent the value, and notes that it is gone then. The
// other cases, and the default, leave it with the function:
//
//	select {
//	case queue <- cancel:
//	default:
//		return errFull // cancel is not called
//	}
func (w *walk) sent(cond ssa.Value) bool {
	chosen, ok := cond.(*ssa.BinOp)
	if !ok || chosen.Op != token.EQL {
		return false
	}
	index, ok := chosen.X.(*ssa.Extract)
	number, isConst := chosen.Y.(*ssa.Const)
	if !ok || !isConst || index.Index != 0 || number.Value == nil {
		return false
	}
	sel, ok := index.Tuple.(*ssa.Select)
	if !ok {
		return false
	}
	i, exact := constant.Int64Val(number.Value)
	if !exact || i < 0 || i >= int64(len(sel.States)) {
		return false
	}
	if _, held := w.t.held[sel.States[i].Send]; !held {
		return false
	}
	w.fate.Gone = append(w.fate.Gone, Hop{sel, Sent})
	return true
}
