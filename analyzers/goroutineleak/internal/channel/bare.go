package channel

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// BareSends returns the sends of the escape's senders outside of a select with another
// case. Those of a literal of the owner that the senders call are theirs as well.
func (o *Owner) BareSends() []*ssa.Send {
	var list []*ssa.Send
	for _, op := range o.Class.Sends {
		if send, ok := op.Instr.(*ssa.Send); ok && (o.senderOf(op.Fn()) != nil || o.calledBySender(op.Fn())) {
			list = append(list, send)
		}
	}
	return list
}

// calledBySender reports whether fn is a literal of the owner's function that
// nothing but its senders call:
//
//	report := func(err error) { done <- err }
//	go func() { report(work()) }()
func (o *Owner) calledBySender(fn *ssa.Function) bool {
	if fn.Parent() != o.Fn {
		return false
	}
	calls, complete := o.Flow.Callers(fn)
	return complete && len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		return o.senderOf(call.Parent()) == nil
	})
}

// firstOnly reports whether all sends are in such literals, and those keep state: they may
// ensure that only the first of them sends.
func (o *Owner) firstOnly() bool {
	return !slices.ContainsFunc(o.Class.Sends, func(op ssaflow.Op) bool {
		return !won(op.Instr) && (op.Fn().Parent() != o.Fn || o.senderOf(op.Fn()) != nil || !remembers(op.Fn()))
	})
}

// remembers reports whether a literal changes a variable of the function around
// it, or an atomic.
func remembers(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if _, captured := instr.Addr.(*ssa.FreeVar); captured || !OfOwn(instr.Addr) {
				return true
			}
		case *ssa.Call:
			if strings.Contains(ssaflow.Callee(&instr.Call), "sync/atomic.") {
				return true
			}
		}
	}
	return false
}
