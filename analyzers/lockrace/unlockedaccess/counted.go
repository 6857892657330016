package unlockedaccess

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// counted reports whether a group orders a read with all writes under the lock: the read is
// that of a goroutine which a group counts, and what writes is called by such goroutines,
// or after a wait for the group.
//
//	go func() { defer func() { s.close(); s.wg.Done() }(); s.provider.Run() }()
//	func (s *S) Close() { s.wg.Wait(); s.close() }
func counted(p *check.Pass, u unlocked.Race) bool {
	flow := ssaflow.Of(p.Pass)
	group := groupOf(flow, u.Func.SSA)
	if u.Write || group == nil {
		return false
	}
	for _, w := range u.Guard.LockedWrites {
		if groupOf(flow, w.Func.SSA) == group {
			continue
		}
		callers, complete := flow.Callers(w.Func.SSA)
		if !complete || len(callers) == 0 {
			return false
		}
		for _, c := range callers {
			if groupOf(flow, c.Parent()) != group && !waitsBefore(c, group) {
				return false
			}
		}
	}
	return len(u.Guard.LockedWrites) > 0
}

// groupOf returns the field that is the group which counts the goroutine that runs fn,
// a function literal or the body itself, nil if there is none.
func groupOf(flow *ssaflow.Flow, fn *ssa.Function) *types.Var {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range flow.Starts() {
			if bodies, _ := s.Runs(); len(s.Bodies) == 1 && slices.Contains(bodies, fn) {
				return doneIn(fn)
			}
		}
	}
	return nil
}

// doneIn returns the group for which fn, or a literal in it, calls Done.
func doneIn(fn *ssa.Function) *types.Var {
	for instr := range ssaflow.Instrs(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok && catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "done" {
			return fieldOfGroup(call)
		}
	}
	for _, lit := range fn.AnonFuncs {
		if group := doneIn(lit); group != nil {
			return group
		}
	}
	return nil
}

// waitsBefore reports whether a wait for the group is before instr.
func waitsBefore(instr ssa.Instruction, group *types.Var) bool {
	for b := instr.Block(); b != nil; b = b.Idom() {
		for _, above := range b.Instrs {
			if above == instr {
				break
			}
			if call, ok := above.(*ssa.Call); ok && catalog.Joins[ssaflow.Callee(call.Common())] && fieldOfGroup(call) == group {
				return true
			}
		}
	}
	return false
}

// fieldOfGroup returns the field that a call has as its receiver, or is given last, as
// lifecycle.Wait is.
func fieldOfGroup(call ssa.CallInstruction) *types.Var {
	args := call.Common().Args
	if len(args) == 0 {
		return nil
	}
	group := args[len(args)-1]
	if wrapped, ok := group.(*ssa.MakeInterface); ok {
		group = wrapped.X
	}
	if addr, ok := group.(*ssa.FieldAddr); ok {
		return ssaflow.Field(addr)
	}
	return nil
}
