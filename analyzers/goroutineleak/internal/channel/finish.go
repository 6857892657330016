package channel

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// finished returns how many sends a receive from ch, another channel, makes up for: all
// those of one sender if it sends on ch or closes it after its last send, and all there are
// if a goroutine does so that waits for the senders.
func (o *Owner) finished(ch ssa.Value) int {
	if o.Flow.Class(ch) == o.Class {
		return 0 // another of several: another sender's
	}
	counter := sendcount.SendCounter{Flow: o.Flow, Class: o.Class}
	n := 0
	for _, op := range o.Flow.ChannelSource(ch).Raises {
		if op.Fn() == o.Fn {
			continue
		}
		if s := o.senderOf(op.Fn()); s == nil && waits(op.Fn()) {
			return sendcount.Many
		} else if s != nil && counter.After(op.Instr, nil) == 0 {
			n = max(n, s.count)
		}
	}
	return n
}

// senderOf returns the sender that runs fn, or a function around it.
func (o *Owner) senderOf(fn *ssa.Function) *Sender {
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
		return Joins(instr)
	}
	return false
}

// Joins reports whether a call waits for the goroutines of a group.
func Joins(call *ssa.Call) bool { return catalog.Joins[ssaflow.Callee(&call.Call)] }

// joinsSenders reports whether a call waits for a group that started all the senders.
func (o *Owner) joinsSenders(join *ssa.Call) bool {
	return len(join.Call.Args) > 0 && !slices.ContainsFunc(o.senders, func(s Sender) bool {
		start, ok := s.At.(ssa.CallInstruction)
		return !ok || start.Common().IsInvoke() || catalog.Starters[ssaflow.Callee(start.Common())].Arg != 0 || len(start.Common().Args) == 0 ||
			ssainstr.Resolve(start.Common().Args[0]) != ssainstr.Resolve(join.Call.Args[0])
	})
}

// receivesIn reports whether the channel is received from in a loop.
func (o *Owner) receivesIn(l ssainstr.Loop) bool {
	for _, ops := range [][]ssaflow.Op{o.Class.Receives, o.Class.Ranges} {
		for _, op := range ops {
			if op.Fn() == o.Fn && l.Body[op.Instr.Block()] && o.is(ChannelIn(op)) {
				return true
			}
		}
	}
	return false
}

// skips reports whether the i-th edge of a condition goes around a loop that
// ranges over a number, because the number is not positive.
func (o *Owner) skips(cond *ssa.If, i int) bool {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || i != 1 || cmp.Op != token.LSS {
		return false
	}
	zero, ok := cmp.X.(*ssa.Const)
	if !ok || zero.Value == nil || zero.Value.ExactString() != "0" {
		return false
	}
	for _, l := range o.loops {
		if l.Head == cond.Block().Succs[0] && o.receivesIn(l) {
			return true
		}
	}
	return false
}
