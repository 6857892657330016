package malformedinput

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// ofReceived returns where what is received from a channel comes from: from what is sent there, but for
// what the sender has tested.
func (o *origins) ofReceived(ch ssa.Value) origin {
	class := o.flow.Class(ch)
	if class == nil {
		return unknown
	}
	from := own
	if class.Foreign || class.OutSends || len(class.Makes) == 0 {
		from = unknown
	}
	for _, send := range class.Sends {
		var v ssa.Value
		switch instr := send.Instr.(type) {
		case *ssa.Send:
			v = instr.X
		case *ssa.Select:
			v = instr.States[send.State].Send
		}
		if !o.tested(send.Instr, v, false) {
			from = max(from, o.of(v))
		}
	}
	return from
}

// firstReceived is the index of the first value that a select receives, after its case and whether that was
// open.
const firstReceived = 2

// receives returns the cases of a select that receive.
func receives(sel *ssa.Select) (list []*ssa.SelectState) {
	for _, state := range sel.States {
		if state.Dir == types.RecvOnly {
			list = append(list, state)
		}
	}
	return list
}

// rangesOver reports whether a function is the body of a loop over a function.
func rangesOver(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "range-over-func") }

// sequence returns what a function is the loop body of, as in for x := range seq; nil if it is none.
func sequence(fn *ssa.Function) ssa.Value {
	if !rangesOver(fn) {
		return nil
	}
	made, ok := madeAt(fn).(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	for _, ref := range ssabuild.Referrers(made) {
		if call, ok := ref.(*ssa.Call); ok {
			return call.Call.Value
		}
	}
	return nil
}
