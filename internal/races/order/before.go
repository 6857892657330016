package order

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// OrdersIn reports whether instr calls a function of the package that has such
// a wait or operation in it.
func OrdersIn(f *lockset.Func, instr ssa.Instruction, by func(ssa.Instruction) bool) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || f.Pkg.Callee(&call.Call) == nil {
		return false
	}
	return slices.ContainsFunc(f.Pkg.Callee(&call.Call).SSA.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, by)
	})
}

// Signals reports whether an instruction is one end of an order between goroutines: an atomic operation, or one on a channel.
func Signals(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select:
		return true
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return true
		}
	}
	return lockset.Orders(instr)
}

// AfterWait reports whether something on every path to the access orders it with other
// goroutines: a wait for a group, a receive from a channel that only signals, on its own or
// as a case, an atomic operation. A goroutine begins after what its starter waited for.
func AfterWait(a *access.Access) bool {
	at := Happens(a.Instr)
	started := func(s lockset.Site) bool {
		return s.Start && WaitedBefore(s.Caller, s.Instr)
	}
	return WaitedBefore(a.Func, at) || len(a.Func.Sites) > 0 && !slices.ContainsFunc(a.Func.Sites, func(s lockset.Site) bool { return !started(s) }) ||
		!a.Write && signalledBefore(a.Func, a.Instr)
}

// AfterAtomic reports whether an atomic operation comes before the access on every path.
func AfterAtomic(a *access.Access) bool {
	at := Happens(a.Instr)
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

func WaitedBefore(f *lockset.Func, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if Waits(instr) {
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
	return ok && OrdersIn(f, call, lockset.Orders)
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

// Always reports whether a always comes before b. What is started or deferred comes later than its statement.
func Always(a, b ssa.Instruction) bool {
	if a == nil {
		return false
	}
	switch a.(type) {
	case *ssa.Go, *ssa.Defer:
		return false
	}
	return a.Block().Dominates(b.Block()) && lockset.Precedes(a, b)
}

// OnceBefore reports whether a is in a function that a sync.Once runs, and has returned before b.
func OnceBefore(a *access.Access, b *access.Access) bool {
	for block := b.Instr.Block(); block != nil; block = block.Idom() {
		for _, instr := range block.Instrs {
			if instr == b.Instr {
				break
			}
			if f := Settled(a.Func.Pkg, instr); f != nil && f == a.Func {
				return true
			}
		}
	}
	return false
}

// OneRun reports whether two accesses are in one function that a sync.Once alone runs: the second goroutine skips it.
func OneRun(a, b *access.Access) bool {
	f := a.Func
	return f == b.Func && f.InPlace && len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Instr == nil || RanOnce(f.Pkg, s.Instr) != f
	})
}

// RanOnce returns the function that a call of a sync.Once has run when it returns.
func RanOnce(p *lockset.Package, instr ssa.Instruction) *lockset.Func {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil
	}
	fn, ok := call.Call.StaticCallee().Object().(*types.Func)
	if !ok || callmatch.Name(fn) != "(*sync.Once).Do" {
		return nil
	}
	return p.Callee(&call.Call)
}

// Settled is RanOnce also for a call of a function that begins with such a call:
//
//	func (p *process) wait() { p.once.Do(func() { p.err = p.cmd.Wait() }) }
func Settled(p *lockset.Package, instr ssa.Instruction) *lockset.Func {
	if f := RanOnce(p, instr); f != nil {
		return f
	}
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	callee := p.Callee(&call.Call)
	if callee == nil || len(callee.SSA.Blocks) == 0 {
		return nil
	}
	for _, inner := range callee.SSA.Blocks[0].Instrs {
		if f := RanOnce(p, inner); f != nil {
			return f
		}
	}
	return nil
}
