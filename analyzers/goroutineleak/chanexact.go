package goroutineleak

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A function that makes several channels and hands them to the same callee has
// them all in one class, because the callee's parameter may be any of them:
//
//	a, b := make(chan T), make(chan T)
//	go ask(first, a)
//	go ask(second, b)
//
// An owner with several is exact: it tells its channel from the others by the
// variable that holds it, and is nil where that does not do.

// is reports whether ch, in the owner's function, is the owner's channel.
func (o *owner) is(ch ssa.Value) bool {
	if o.exact {
		return resolve(ch) == ssa.Value(o.birth.(*ssa.MakeChan))
	}
	return o.flow.Class(ch) == o.class
}

// told reports whether each operation in the owner's function is on a channel
// that is known.
func (o *owner) told() bool {
	for _, op := range o.ops() {
		if op.Fn() != o.fn {
			continue
		}
		if _, ok := resolve(channelIn(op)).(*ssa.MakeChan); !ok {
			return false
		}
	}
	return true
}

func (o *owner) ops() []ssaflow.Op {
	return slices.Concat(o.class.Sends, o.class.Receives, o.class.Ranges, o.class.Closes)
}

// gets reports whether a goroutine that is given args sends on the owner's channel and on no other
// of its class: all its sends are on one parameter or captured variable.
func (o *owner) gets(args []ssa.Value, body *ssa.Function) bool {
	any := false
	for _, op := range o.class.Sends {
		if op.Fn() != body {
			continue
		}
		any = true
		ch := resolve(channelIn(op))
		if i := slices.IndexFunc(body.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == ch }); i >= 0 && i < len(args) {
			ch = resolve(args[i])
		}
		if ch != ssa.Value(o.birth.(*ssa.MakeChan)) {
			return false
		}
	}
	return any
}

// channelIn returns the channel of an operation.
func channelIn(op ssaflow.Op) ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.Send:
		return instr.Chan
	case *ssa.UnOp:
		return instr.X
	case *ssa.Select:
		return instr.States[op.State].Chan
	}
	return op.Instr.(ssa.CallInstruction).Common().Args[0] // of close
}
