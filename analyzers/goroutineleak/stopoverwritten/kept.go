package stopoverwritten

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// keptResults returns the settings that keep what alone ends the goroutine of a function that they call: a function,
// or a value with a Stop.
//
//	func (c *Client) OnConnect() {
//		c.stop = every(interval, c.ping)
//	}
func keptResults(p *check.Pass) (list []setting) {
	must := muststop.Of(p.Pass)
	if must.Empty() {
		return nil
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || !store.Pos().IsValid() {
				continue
			}
			addr, ok := store.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if call, fact := endedBy(must, store.Val); fact != nil {
				_, made := ssainstr.Resolve(addr.X).(*ssa.Alloc)
				list = append(list, setting{fn, store, ssaflow.Field(addr).Origin(), made, call, fact})
			}
		}
	}
	return list
}

// endedBy returns the call whose goroutine a value ends, and the fact that says so.
func endedBy(must *muststop.Result, v ssa.Value) (*ssa.Call, *muststop.Fact) {
	if conv, ok := v.(*ssa.ChangeType); ok {
		v = conv.X
	}
	made := v
	if x, ok := v.(*ssa.Extract); ok {
		made = x.Tuple
	}
	call, ok := made.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	if obj := ssaflow.Object(&call.Call); obj == nil || must.Shared(obj) {
		return nil, nil
	}
	if value, fact := must.Born(call); value == v && fact.Value != muststop.Receiver {
		return call, fact
	}
	return nil, nil
}

// comesAgain reports whether a loop calls the function, or it is a callback of another one, which may call it as
// often as it likes.
func (s setting) comesAgain(flow *ssaflow.Flow) bool {
	callers, _ := flow.Callers(s.fn)
	return slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		return ssaflow.Reaches(call.Block(), call.Block())
	}) || slices.ContainsFunc(flow.SSA.Funcs, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			if mk, ok := instr.(*ssa.MakeClosure); ok && s.callback(flow, mk) {
				return true
			}
		}
		return false
	})
}

// callback reports whether a literal or method value that calls the function right away, or is it, is passed to a
// function that may call it more than once.
func (s setting) callback(flow *ssaflow.Flow, mk *ssa.MakeClosure) bool {
	body, _ := flow.Func(mk.Fn.(*ssa.Function))
	if body == nil || body != s.fn && !slices.ContainsFunc(ssainstr.Calls(body), func(call ssa.CallInstruction) bool { return call.Common().StaticCallee() == s.fn }) {
		return false
	}
	return slices.ContainsFunc(ssabuild.Referrers(mk), func(ref ssa.Instruction) bool {
		call, ok := ref.(*ssa.Call)
		return ok && slices.Contains(call.Call.Args, ssa.Value(mk)) && !catalog.OnceRunners[ssaflow.Callee(&call.Call)]
	})
}
