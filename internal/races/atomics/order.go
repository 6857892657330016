package atomics

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// decides reports whether an instruction orders, and is no atomic operation whose result the
// function only returns, stores or passes on, as that of another counter.
func decides(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || !lockset.Orders(instr) {
		return lockset.Orders(instr)
	}
	fn, _ := call.Call.StaticCallee().Object().(*types.Func)
	_, known := catalog.Atomics[callmatch.Name(fn)]
	return !known || asked(call)
}

// asked reports whether a condition depends on the result of a call, here or, of a bool that
// a helper returns, in its caller.
func asked(call *ssa.Call) bool {
	return slices.ContainsFunc(ssabuild.Referrers(call), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.If, *ssa.BinOp:
			return true
		case *ssa.UnOp:
			return ref.Op == token.NOT
		case *ssa.Return:
			return types.Identical(call.Type(), types.Typ[types.Bool])
		}
		return false
	})
}

// settles reports whether an instruction waits, or is a swap that decides which goroutine
// continues.
func settles(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return lockset.Orders(instr)
	}
	fn, _ := call.Call.StaticCallee().Object().(*types.Func)
	return lockset.Orders(instr) && (fn.Pkg().Path() != "sync/atomic" || catalog.AtomicClaims[callmatch.Name(fn)] && asked(call))
}

// orderedBefore reports whether an instruction that orders, on something else, comes before the
// access on every path, in its function or in all that call that.
func orderedBefore(p *lockset.Package, a *access.Access, ops map[slot][]Op, by func(ssa.Instruction) bool) bool {
	f, v := a.Func, slotOf(p, a.Addr, a.Field)
	if ordersBefore(f, a.Instr, v, ops, by) {
		return true
	}
	return !f.Root && len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Start || !ordersBefore(s.Caller, s.Instr, v, ops, by)
	})
}

func ordersBefore(f *lockset.Func, at ssa.Instruction, v slot, ops map[slot][]Op, by func(ssa.Instruction) bool) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if by(instr) && !addsTo(f, instr, v) && !comesFirst(f, instr, v, ops) || order.OrdersIn(f, instr, by) {
				return true
			}
		}
	}
	return false
}

// comesFirst reports whether instr only loads a variable that a function writes before it writes v, and not
// after it: to have seen the one write is not to have seen the other.
func comesFirst(f *lockset.Func, instr ssa.Instruction, v slot, ops map[slot][]Op) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	targets, write := atomic(f.Pkg, f, &call.Call)
	return !write && slices.ContainsFunc(targets, func(t slot) bool {
		return slices.ContainsFunc(ops[v], func(to Op) bool {
			return to.write && writes(ops[t], to, lockset.Precedes) &&
				!writes(ops[t], to, func(a, b ssa.Instruction) bool { return lockset.Precedes(b, a) })
		})
	})
}

// writes reports whether an operation of the list that writes is in the function of another one, and stands to
// it as asked.
func writes(list []Op, to Op, as func(a, b ssa.Instruction) bool) bool {
	return slices.ContainsFunc(list, func(op Op) bool { return op.write && op.F == to.F && as(op.Instr, to.Instr) })
}

// swaps reports whether f compares and swaps the variable after it was read: what
// was read is a guess that the swap holds against the truth.
func swaps(f *lockset.Func, read *access.Access, ops []Op) bool {
	return slices.ContainsFunc(ops, func(op Op) bool {
		return op.F == f && lockset.Precedes(read.Instr, op.Instr) && catalog.AtomicClaims[callmatch.Name(f.Pkg.Lookup(op.Instr.Common()).Fn)]
	})
}

// addsTo reports whether instr is an atomic write of v: to have counted does not
// keep others from counting.
func addsTo(f *lockset.Func, instr ssa.Instruction, v slot) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	targets, write := atomic(f.Pkg, f, &call.Call)
	return slices.Contains(targets, v) && write && !catalog.AtomicClaims[callmatch.Name(f.Pkg.Lookup(&call.Call).Fn)]
}
