package unboundedwait

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A joinWait is a wait outside of a select for goroutines that another function started:
// for a channel in a field that they close or send on when they return, or for a WaitGroup
// in a field.
type joinWait struct {
	at     ssa.Instruction
	bodies []*ssa.Function
	on     *ssaflow.Class // the channel, nil for a WaitGroup
}

// joinWaits returns the waits of the package in source order.
func joinWaits(p *check.Pass, flow *ssaflow.Flow) []*joinWait {
	var list []*joinWait
	for _, c := range flow.Channels() {
		if c.Foreign || c.OutSends || len(c.Fields) == 0 {
			continue
		}
		bodies := runAsGoroutine(flow, slices.Concat(c.Closes, c.Sends))
		for _, op := range c.Receives {
			if _, bare := op.Instr.(*ssa.UnOp); bare && len(bodies) > 0 && !slices.Contains(bodies, op.Fn()) && !startsItself(op.Fn(), bodies) {
				list = append(list, &joinWait{op.Instr, bodies, c})
			}
		}
	}
	for _, c := range waitgroup.Counters(p) {
		if !c.V.IsField() {
			continue
		}
		var bodies []*ssa.Function
		for _, done := range c.Dones {
			if fn := ssainstr.GoroutineAround(flow, flow.SSA.Func(done.In)); fn != nil {
				bodies = append(bodies, fn)
			}
		}
		for _, s := range flow.Starts() {
			if s.Starter == "(*sync.WaitGroup).Go" && slices.ContainsFunc(c.Gos, ssainstr.AtInstr(s.Instr)) {
				bodies = append(bodies, s.Bodies...)
			}
		}
		for _, wait := range c.Waits {
			call, ok := ssainstr.CallAt(flow.SSA.Func(wait.In), wait.Expr.Lparen).(*ssa.Call)
			if ok && len(bodies) > 0 && !startsItself(call.Parent(), bodies) {
				list = append(list, &joinWait{call, bodies, nil})
			}
		}
	}
	return list
}

// startsItself reports whether one of the goroutines is a literal of the function
// that waits, or of one in it: all of it ends together.
func startsItself(fn *ssa.Function, bodies []*ssa.Function) bool {
	return slices.ContainsFunc(bodies, func(b *ssa.Function) bool { return ssaflow.Outermost(b) == ssaflow.Outermost(fn) })
}

// runAsGoroutine returns the goroutines' functions among those of ops.
func runAsGoroutine(flow *ssaflow.Flow, ops []ssaflow.Op) []*ssa.Function {
	var list []*ssa.Function
	for _, op := range ops {
		if fn := ssainstr.GoroutineAround(flow, op.Fn()); fn != nil && !slices.Contains(list, fn) {
			list = append(list, fn)
		}
	}
	return list
}
