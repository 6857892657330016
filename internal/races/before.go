package races

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// beforeStart reports whether the function starts a goroutine after the access,
// and none before: the object is only now given to others. A read in a method that
// others call prepares nothing, unless the method begins the object's work.
func beforeStart(a *access.Access) bool {
	return !afterStart(a) && slices.ContainsFunc(startsIn(a.Func), func(start ssa.Instruction) bool {
		return lockset.Precedes(a.Instr, start)
	}) && (a.Write || !a.Func.Root || a.Func.SSA.Signature.Recv() == nil || setsUpOthers(a.Func) || a.Func.Serves())
}

// afterStart reports whether the function may have started a goroutine before the access.
func afterStart(a *access.Access) bool {
	return slices.ContainsFunc(startsIn(a.Func), func(start ssa.Instruction) bool { return lockset.Precedes(start, a.Instr) })
}

// startsIn returns where f starts goroutines that run another function: one that starts itself
// again has long been shared.
func startsIn(f *lockset.Func) []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && f.Pkg.Starts(instr) && !slices.Contains(f.Pkg.Targets(call), f) {
				list = append(list, instr)
			}
		}
	}
	return list
}

// afterWait reports whether something on every path to the access orders it with other
// goroutines: a wait for a group, a receive from a channel that only signals, on its own or
// as a case, an atomic operation. A goroutine begins after what its starter waited for.
func afterWait(a *access.Access) bool {
	at := happens(a.Instr)
	started := func(s lockset.Site) bool {
		return s.Start && waitedBefore(s.Caller, s.Instr)
	}
	return waitedBefore(a.Func, at) || len(a.Func.Sites) > 0 && !slices.ContainsFunc(a.Func.Sites, func(s lockset.Site) bool { return !started(s) }) ||
		!a.Write && signalledBefore(a.Func, a.Instr)
}

// afterAtomic reports whether an atomic operation comes before the access on every path.
func afterAtomic(a *access.Access) bool {
	at := happens(a.Instr)
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if lockset.Orders(instr) {
				return true
			}
		}
		if up := b.Idom(); up != nil && asks(a.Func, lockset.LastOf(up)) {
			return true
		}
	}
	return false
}

func waitedBefore(f *lockset.Func, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if waits(instr) {
				return true
			}
		}
		if up := b.Idom(); up != nil && toldIn(f, up, b) {
			return true
		}
	}
	return false
}

// asks reports whether a branch depends on what a function of the package says, and
// that looks at an atomic.
func asks(f *lockset.Func, last ssa.Instruction) bool {
	branch, ok := last.(*ssa.If)
	if !ok {
		return false
	}
	cond := branch.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	call, ok := cond.(*ssa.Call)
	return ok && ordersWithin(f, call, lockset.Orders)
}

// signalledBefore reports whether a path leads from a receive that only signals to instr:
// the two goroutines take turns.
func signalledBefore(f *lockset.Func, at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && lockset.Orders(recv) && lockset.Precedes(recv, at) {
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
	return lockset.Orders(instr)
}
