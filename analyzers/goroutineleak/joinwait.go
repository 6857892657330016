package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A joinWait is a wait without another way out for goroutines that another
// function started: for a channel in a field that they close or send on when
// they are through, or for a WaitGroup in a field.
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
	for _, c := range counters(p) {
		if !c.v.IsField() {
			continue
		}
		var bodies []*ssa.Function
		for _, done := range c.dones {
			if fn := goroutineAround(flow, flow.SSA.Func(done.In)); fn != nil {
				bodies = append(bodies, fn)
			}
		}
		for _, s := range flow.Starts() {
			if s.Starter == "(*sync.WaitGroup).Go" && slices.ContainsFunc(c.gos, atInstr(s.Instr)) {
				bodies = append(bodies, s.Bodies...)
			}
		}
		for _, wait := range c.waits {
			call, ok := callAt(flow.SSA.Func(wait.In), wait.Expr.Lparen).(*ssa.Call)
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
	return slices.ContainsFunc(bodies, func(b *ssa.Function) bool { return topOf(b) == topOf(fn) })
}

// runAsGoroutine returns the goroutines' functions among those of ops.
func runAsGoroutine(flow *ssaflow.Flow, ops []ssaflow.Op) []*ssa.Function {
	var list []*ssa.Function
	for _, op := range ops {
		if fn := goroutineAround(flow, op.Fn()); fn != nil && !slices.Contains(list, fn) {
			list = append(list, fn)
		}
	}
	return list
}

// goroutineAround returns fn, or the function literal around it, if it is the
// body of a goroutine.
func goroutineAround(flow *ssaflow.Flow, fn *ssa.Function) *ssa.Function {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range flow.Starts() {
			if bodies, _ := s.Runs(); slices.Contains(bodies, fn) {
				return fn
			}
		}
	}
	return nil
}

// atInstr returns a predicate for the syntax of instr, a call.
func atInstr(instr ssa.CallInstruction) func(astindex.Call) bool {
	return func(c astindex.Call) bool { return c.Expr.Lparen == instr.Pos() }
}

// callAt returns the call in fn whose parenthesis is at pos, nil if there is none.
func callAt(fn *ssa.Function, pos token.Pos) ssa.CallInstruction {
	if fn == nil {
		return nil
	}
	for _, call := range calls(fn) {
		if call.Common().Pos() == pos {
			return call
		}
	}
	return nil
}
