package channel

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// asksForLast reports whether a receiving loop that is left on the i-th edge of cond has
// then received the last value that its one sender sends:
//
//	for r := range results {
//		if r.err != nil {
//			return r.err
//		}
//	}
//
// where the sender returns after each value with an error. If the path from a value to the
// return cannot be followed, it has not.
func (o *Owner) asksForLast(cond ssa.Value, i int) bool {
	if len(o.senders) != 1 || o.senders[0].several || len(o.senders[0].fns) != 1 {
		return false
	}
	field, ok := o.asked(cond, i == 0)
	return ok && !slices.ContainsFunc(o.Class.Sends, func(op ssaflow.Op) bool {
		return o.goesOn(op.Instr, sendcount.ValueOf(op), field, 3)
	})
}

// asked returns the field of a received value that cond, when it is yes, finds set.
func (o *Owner) asked(cond ssa.Value, yes bool) (field int, ok bool) {
	switch v := cond.(type) {
	case *ssa.BinOp:
		if set := (v.Op == token.EQL) != ssainstr.IsNil(v.Y); set == yes && callmatch.IsError(v.X.Type()) {
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
func (o *Owner) fieldOf(v ssa.Value) (int, bool) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if addr, ok := load.X.(*ssa.FieldAddr); ok {
			return addr.Field, o.fromChannel(addr.X, 3)
		}
	}
	if f, ok := v.(*ssa.Field); ok {
		return f.Field, o.fromChannel(f.X, 3)
	}
	return sendcount.Whole, o.fromChannel(v, 1)
}

// goesOn reports whether more may be sent after instr, which sends v or passes it to what
// does, when field of v is set.
func (o *Owner) goesOn(instr ssa.Instruction, v ssa.Value, field, depth int) bool {
	counter := sendcount.SendCounter{Flow: o.Flow, Class: o.Class}
	fn := instr.Parent()
	if param, ok := v.(*ssa.Parameter); ok {
		return counter.After(instr, nil) > 0 || o.callersGoOn(fn, slices.Index(fn.Params, param), field, depth)
	}
	for _, set := range sendcount.ValuesOf(v, field) {
		if sendcount.IsZero(set) {
			continue
		}
		if counter.After(instr, set) > 0 || fn != o.senders[0].fns[0] && o.callersGoOn(fn, sendcount.Whole, field, depth) {
			return true
		}
	}
	return false
}

// callersGoOn reports whether more may be sent after the calls of fn, which sends its
// argument, or something else if that is whole.
func (o *Owner) callersGoOn(fn *ssa.Function, arg, field, depth int) bool {
	calls, complete := o.Flow.Callers(fn)
	return !complete || len(calls) == 0 || depth == 0 || slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		call, ok := c.(*ssa.Call)
		if !ok {
			return true
		}
		var v ssa.Value
		if arg != sendcount.Whole && arg < len(call.Call.Args) {
			v = call.Call.Args[arg]
		}
		return o.goesOn(call, v, field, depth-1)
	})
}
