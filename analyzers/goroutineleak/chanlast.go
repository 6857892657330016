package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// whole stands for the received value itself, where a number would stand for one of
// its fields.
const whole = -1

// asksForLast reports whether a receiving loop that is left on the i-th edge of cond
// has then received the last value that its one sender sends:
//
//	for r := range results {
//		if r.err != nil {
//			return r.err
//		}
//	}
//
// where the sender returns behind each value with an error. Where the way from a
// value to its end cannot be followed, it has not.
func (o *owner) asksForLast(cond ssa.Value, i int) bool {
	if len(o.senders) != 1 || o.senders[0].several || len(o.senders[0].fns) != 1 {
		return false
	}
	field, ok := o.asked(cond, i == 0)
	return ok && !slices.ContainsFunc(o.class.Sends, func(op ssaflow.Op) bool {
		return o.goesOn(op.Instr, valueOf(op), field, 3)
	})
}

// asked returns the field of a received value that cond, when it is yes, finds set.
func (o *owner) asked(cond ssa.Value, yes bool) (field int, ok bool) {
	switch v := cond.(type) {
	case *ssa.BinOp:
		if set := (v.Op == token.EQL) != isNil(v.Y); set == yes && callmatch.IsError(v.X.Type()) {
			return o.fieldOf(v.X) // an error, or a certain one
		}
		return 0, false
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return o.asked(v.X, !yes)
		}
	}
	if !yes {
		return 0, false
	}
	return o.fieldOf(cond)
}

// fieldOf returns the field of the value received from the channel that v is.
func (o *owner) fieldOf(v ssa.Value) (int, bool) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if addr, ok := load.X.(*ssa.FieldAddr); ok {
			return addr.Field, o.fromChannel(addr.X, 3)
		}
	}
	if f, ok := v.(*ssa.Field); ok {
		return f.Field, o.fromChannel(f.X, 3)
	}
	return whole, o.fromChannel(v, 1)
}

// goesOn reports whether more may be sent behind instr, which sends v or hands it to
// what does, when field of v is set.
func (o *owner) goesOn(instr ssa.Instruction, v ssa.Value, field, depth int) bool {
	counter := sendCounter{o.flow, o.class}
	fn := instr.Parent()
	if param, ok := v.(*ssa.Parameter); ok {
		return counter.after(instr, nil) > 0 || o.callersGoOn(fn, slices.Index(fn.Params, param), field, depth)
	}
	for _, set := range valuesOf(v, field) {
		if isZero(set) {
			continue
		}
		if counter.after(instr, set) > 0 || fn != o.senders[0].fns[0] && o.callersGoOn(fn, whole, field, depth) {
			return true
		}
	}
	return false
}

// callersGoOn reports whether more may be sent behind the calls of fn, which sends
// its argument, or something else where that is whole.
func (o *owner) callersGoOn(fn *ssa.Function, arg, field, depth int) bool {
	calls, complete := o.flow.Callers(fn)
	return !complete || len(calls) == 0 || depth == 0 || slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		call, ok := c.(*ssa.Call)
		if !ok {
			return true
		}
		var v ssa.Value
		if arg != whole && arg < len(call.Call.Args) {
			v = call.Call.Args[arg]
		}
		return o.goesOn(call, v, field, depth-1)
	})
}

// valueOf returns what op sends.
func valueOf(op ssaflow.Op) ssa.Value {
	if sel, ok := op.Instr.(*ssa.Select); ok {
		return sel.States[op.State].Send
	}
	return op.Instr.(*ssa.Send).X
}

// valuesOf returns what may be in a field of v, with nil for what is not known.
func valuesOf(v ssa.Value, field int) []ssa.Value {
	if field == whole {
		return []ssa.Value{v}
	}
	if c, ok := v.(*ssa.Const); ok {
		return []ssa.Value{c}
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	literal, ok := v.(*ssa.Alloc)
	if !ok {
		return []ssa.Value{nil}
	}
	var list []ssa.Value
	for _, ref := range *literal.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.Field == field {
				list = append(list, storedIn(ref)...)
			}
		case *ssa.Store, ssa.CallInstruction, *ssa.MakeClosure:
			return []ssa.Value{nil}
		}
	}
	return list
}

// storedIn returns what is stored at addr.
func storedIn(addr *ssa.FieldAddr) []ssa.Value {
	var list []ssa.Value
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			list = append(list, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			list = append(list, nil)
		}
	}
	return list
}

// isZero reports whether v is nil, false or an empty struct.
func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.ExactString() == "false")
}

// condition returns the comparison that control leaves b on.
func condition(b *ssa.BasicBlock) (*ssa.BinOp, bool) {
	cond, ok := lastOf(b).(*ssa.If)
	if !ok {
		return nil, false
	}
	cmp, ok := cond.Cond.(*ssa.BinOp)
	return cmp, ok
}

// excludes reports whether control does not take the i-th edge out of b when value
// is not nil.
func excludes(b *ssa.BasicBlock, i int, value ssa.Value) bool {
	cmp, ok := condition(b)
	if !ok || value == nil || cmp.X != value || !isNil(cmp.Y) {
		return false
	}
	return cmp.Op == token.NEQ && i == 1 || cmp.Op == token.EQL && i == 0
}
