package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// finished returns how many sends a receive from ch, another channel, makes up
// for: all those of one sender when it raises ch behind its last send, and all
// there are when somebody raises it who waits for the senders.
func (o *owner) finished(ch ssa.Value) int {
	if o.flow.Class(ch) == o.class {
		return 0 // another of several: another sender's
	}
	counter := sendCounter{o.flow, o.class}
	n := 0
	for _, op := range o.flow.ChannelSource(ch).Raises {
		if op.Fn() == o.fn {
			continue
		}
		if s := o.senderOf(op.Fn()); s == nil && waits(op.Fn()) {
			return many
		} else if s != nil && counter.after(op.Instr, nil) == 0 {
			n = max(n, s.count)
		}
	}
	return n
}

// senderOf returns the sender that runs fn, or a function around it.
func (o *owner) senderOf(fn *ssa.Function) *sender {
	for ; fn != nil; fn = fn.Parent() {
		for i, s := range o.senders {
			if slices.Contains(s.fns, fn) {
				return &o.senders[i]
			}
		}
	}
	return nil
}

// waits reports whether fn waits for anything: a channel or a group.
func waits(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if isWait(instr) {
			return true
		}
	}
	return false
}

func isWait(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return true
	case *ssa.Call:
		return joins(instr)
	}
	return false
}

// joins reports whether a call waits for the goroutines of a group.
func joins(call *ssa.Call) bool { return catalog.Joins[ssaflow.Callee(&call.Call)] }

// joinsSenders reports whether a call waits for a group that started all the senders.
func (o *owner) joinsSenders(join *ssa.Call) bool {
	return len(join.Call.Args) > 0 && !slices.ContainsFunc(o.senders, func(s sender) bool {
		start, ok := s.at.(ssa.CallInstruction)
		return !ok || start.Common().IsInvoke() || catalog.Starters[ssaflow.Callee(start.Common())].Arg != 0 || len(start.Common().Args) == 0 ||
			resolve(start.Common().Args[0]) != resolve(join.Call.Args[0])
	})
}

// receivesIn reports whether the channel is received from in a loop.
func (o *owner) receivesIn(l loop) bool {
	for _, ops := range [][]ssaflow.Op{o.class.Receives, o.class.Ranges} {
		for _, op := range ops {
			if op.Fn() == o.fn && l.body[op.Instr.Block()] && o.is(channelIn(op)) {
				return true
			}
		}
	}
	return false
}

// skips reports whether the i-th edge of a condition goes around a loop that
// ranges over a number, because the number is not positive.
func (o *owner) skips(cond *ssa.If, i int) bool {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || i != 1 || cmp.Op != token.LSS {
		return false
	}
	zero, ok := cmp.X.(*ssa.Const)
	if !ok || zero.Value == nil || zero.Value.ExactString() != "0" {
		return false
	}
	for _, l := range o.loops {
		if l.head == cond.Block().Succs[0] && o.receivesIn(l) {
			return true
		}
	}
	return false
}
