package lockstate

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// beforeStart reports whether the function starts a goroutine after the access,
// and none before: the object is only now given to others. A read in a method that
// others call prepares nothing, unless the method begins the object's work.
func (a *Access) beforeStart() bool {
	return !a.afterStart() && slices.ContainsFunc(a.Func.startsIn(), func(start ssa.Instruction) bool {
		return precedes(a.Instr, start)
	}) && (a.Write || !a.Func.root || a.Func.SSA.Signature.Recv() == nil || a.Func.setsUpOthers() || a.Func.serves())
}

// afterStart reports whether the function may have started a goroutine before the access.
func (a *Access) afterStart() bool {
	return slices.ContainsFunc(a.Func.startsIn(), func(start ssa.Instruction) bool { return precedes(start, a.Instr) })
}

// startsIn returns where f starts goroutines that run another function: one that starts itself
// again has long been shared.
func (f *Func) startsIn() []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && f.pkg.starts(instr) && !slices.Contains(f.pkg.targets(call), f) {
				list = append(list, instr)
			}
		}
	}
	return list
}

// afterWait reports whether something on every path to the access orders it with other
// goroutines: a wait for a group, a receive from a channel that only signals, on its own or
// as a case, an atomic operation. A goroutine begins after what its starter waited for.
func (a *Access) afterWait() bool {
	at := happens(a.Instr)
	started := func(s site) bool {
		return s.start && s.caller.waitedBefore(s.instr)
	}
	return a.Func.waitedBefore(at) || len(a.Func.sites) > 0 && !slices.ContainsFunc(a.Func.sites, func(s site) bool { return !started(s) }) ||
		!a.Write && a.Func.signalledBefore(a.Instr)
}

// afterAtomic reports whether an atomic operation comes before the access on every path.
func (a *Access) afterAtomic() bool {
	at := happens(a.Instr)
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if orders(instr) {
				return true
			}
		}
		if up := b.Idom(); up != nil && a.Func.asks(lastOf(up)) {
			return true
		}
	}
	return false
}

func (f *Func) waitedBefore(at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if waits(instr) {
				return true
			}
		}
		if up := b.Idom(); up != nil && f.toldIn(up, b) {
			return true
		}
	}
	return false
}

// asks reports whether a branch depends on what a function of the package says, and
// that looks at an atomic.
func (f *Func) asks(last ssa.Instruction) bool {
	branch, ok := last.(*ssa.If)
	if !ok {
		return false
	}
	cond := branch.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	call, ok := cond.(*ssa.Call)
	return ok && f.ordersWithin(call, orders)
}

// signalledBefore reports whether a path leads from a receive that only signals to instr:
// the two goroutines take turns.
func (f *Func) signalledBefore(at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && orders(recv) && precedes(recv, at) {
				return true
			}
		}
	}
	return false
}

// waits reports whether an instruction waits for what another goroutine does.
func waits(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Object() != nil {
		fn, _ := call.Call.StaticCallee().Object().(*types.Func)
		return catalog.Joins[callmatch.Name(fn)]
	}
	return orders(instr)
}

// orders reports whether an instruction waits, or is an atomic operation.
func orders(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && signals(instr.X)
	case *ssa.Call:
		if callee := instr.Call.StaticCallee(); callee != nil && callee.Object() != nil && callee.Object().Pkg() != nil {
			fn, _ := callee.Object().(*types.Func)
			return callee.Object().Pkg().Path() == "sync/atomic" || catalog.Joins[callmatch.Name(fn)]
		}
	}
	return false
}
