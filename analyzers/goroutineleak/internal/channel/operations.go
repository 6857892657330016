package channel

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A function that makes several channels and passes them to the same callee has them all in
// one class, because the callee's parameter may be any of them:
//
//	a, b := make(chan T), make(chan T)
//	go ask(first, a)
//	go ask(second, b)
//
// An owner with several is exact: it distinguishes its channel from the others by the
// variable that holds it, and is nil if that is not enough.

// is reports whether ch, in the owner's function, is the owner's channel.
func (o *Owner) is(ch ssa.Value) bool {
	if o.Exact {
		return ssainstr.Resolve(ch) == ssa.Value(o.Birth.(*ssa.MakeChan))
	}
	return o.Flow.Class(ch) == o.Class
}

// mayBe reports whether ch, in another function, may be the owner's channel: not where all callers are known to pass
// one that another function makes.
func (o *Owner) mayBe(ch ssa.Value, depth int) bool {
	switch v := ssainstr.Resolve(ch).(type) {
	case *ssa.MakeChan:
		return v == o.Birth
	case *ssa.Parameter:
		calls, complete := o.Flow.Callers(v.Parent())
		at := slices.Index(v.Parent().Params, v)
		return depth == 0 || !complete || len(calls) == 0 || slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
			args := call.Common().Args
			return call.Common().StaticCallee() != v.Parent() || at >= len(args) || o.mayBe(args[at], depth-1)
		})
	}
	return true
}

// Known reports whether each operation in the owner's function is on a channel
// that is known.
func (o *Owner) Known() bool {
	for _, op := range o.ops() {
		if op.Fn() != o.Fn {
			continue
		}
		if _, ok := ssainstr.Resolve(ChannelIn(op)).(*ssa.MakeChan); !ok {
			return false
		}
	}
	return true
}

func (o *Owner) ops() []ssaflow.Op {
	return slices.Concat(o.Class.Sends, o.Class.Receives, o.Class.Ranges, o.Class.Closes)
}

// gets reports whether a goroutine that is given args sends on the owner's channel and on no other
// of its class: all its sends are on one parameter or captured variable.
func (o *Owner) gets(args []ssa.Value, body *ssa.Function) bool {
	any := false
	for _, op := range o.Class.Sends {
		if op.Fn() != body {
			continue
		}
		any = true
		ch := ssainstr.Resolve(ChannelIn(op))
		if i := slices.IndexFunc(body.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == ch }); i >= 0 && i < len(args) {
			ch = ssainstr.Resolve(args[i])
		}
		if ch != ssa.Value(o.Birth.(*ssa.MakeChan)) {
			return false
		}
	}
	return any
}
