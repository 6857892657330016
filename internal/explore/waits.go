package explore

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// loops reports whether a function waits in a loop.
func loops(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, succ := range b.Succs {
			if back(b, succ) && waitsWithin(fn, succ) {
				return true
			}
		}
	}
	return false
}

func waitsWithin(fn *ssa.Function, header *ssa.BasicBlock) bool {
	for _, b := range fn.Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if waitWeight(instr) > 1 {
				return true
			}
		}
	}
	return false
}

// half reports whether a method is half of a pair: it acquires a lock that it does not
// release, or the other way around, so that its caller has to call the other half too.
func half(fn *ssa.Function) bool {
	locks, unlocks := lockCalls(fn, 0)
	return locks != unlocks
}

var (
	lockNames   = map[string]bool{"Lock": true, "RLock": true, "TryLock": true, "TryRLock": true}
	unlockNames = map[string]bool{"Unlock": true, "RUnlock": true}
)

// lockCalls reports whether a function acquires locks, and whether it releases them.
func lockCalls(fn *ssa.Function, depth int) (locks, unlocks bool) {
	note := func(l, u bool) { locks, unlocks = locks || l, unlocks || u }
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch callee := call.Common().StaticCallee(); {
			case callee == nil || callee == fn || depth > 3:
			case callee.Pkg == fn.Pkg:
				note(lockCalls(callee, depth+1))
			case callee.Pkg != nil && callee.Pkg.Pkg.Path() == "sync":
				note(lockNames[callee.Name()], unlockNames[callee.Name()])
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		note(lockCalls(lit, depth))
	}
	return locks, unlocks
}

// waits returns how much a function waits: 2 for an operation of a channel, condition or
// group, 1 for the lock of a mutex.
func waits(fn *ssa.Function, depth int) int {
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			n += waitWeight(instr)
			if call, ok := instr.(ssa.CallInstruction); ok && depth < 3 {
				if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && callee != fn {
					n += waits(callee, depth+1)
				}
			}
			if n > 1 {
				return n
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		n += waits(lit, depth)
	}
	return n
}

func waitWeight(instr ssa.Instruction) int {
	switch instr := instr.(type) {
	case *ssa.Send:
		return 2
	case *ssa.Select:
		if instr.Blocking {
			return 2
		}
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return 2
		}
	case ssa.CallInstruction:
		return callWeight(instr.Common())
	}
	return 0
}

func callWeight(call *ssa.CallCommon) int {
	callee := call.StaticCallee()
	if callee == nil || callee.Object() == nil || callee.Object().Pkg() == nil || callee.Blocks != nil {
		return 0
	}
	switch callee.Object().Pkg().Path() {
	case "sync", "golang.org/x/sync/errgroup":
		switch callee.Name() {
		case "Wait", "Do":
			return 2
		case "Lock", "RLock":
			return 1
		}
	}
	return 0
}
