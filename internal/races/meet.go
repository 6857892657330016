package races

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// meet reports whether two accesses of v may happen at the same time.
func meet(p *lockset.Package, v *ssa.Alloc, a, b localUse) bool {
	switch {
	case a.start == nil && b.start == nil:
		return false
	case a.given && b.given:
		return true // that they take a lock says that they are called by several
	case a.given || b.given:
		return false
	case a.start == nil:
		return unsynced(p, v, b.start, a.instr)
	case b.start == nil:
		return unsynced(p, v, a.start, b.instr)
	}
	return unsynced(p, v, a.start, b.start) || unsynced(p, v, b.start, a.start)
}

// happens returns the instruction at which an access counts. In
//
//	return total, group.Wait()
//
// the order of the two is not specified; compilers read variables after the calls.
func happens(instr ssa.Instruction) ssa.Instruction {
	load, ok := instr.(*ssa.UnOp)
	if !ok {
		return instr
	}
	var use ssa.Instruction
	for _, ref := range *load.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Return, *ssa.Store:
			if use != nil || ref.Block() != load.Block() {
				return instr
			}
			use = ref
		default:
			return instr
		}
	}
	if use == nil {
		return instr
	}
	return use
}

// synced reports whether the goroutine has itself waited for something before the access,
// on every path.
func synced(p *lockset.Package, u localUse) bool {
	if u.start == nil {
		return false // see meet
	}
	for b := u.instr.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == u.instr {
				break
			}
			if syncs(p, instr, -1) {
				return true
			}
		}
	}
	return false
}

// unsynced reports whether a path leads from one instruction to another on which nothing
// waits for other goroutines, and which stays with one instance of v.
func unsynced(p *lockset.Package, v *ssa.Alloc, from, to ssa.Instruction) bool {
	seen := make(lockset.BlockSet, len(from.Block().Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == to:
				return true
			case instr == ssa.Instruction(v) || syncs(p, instr, 3):
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	b := from.Block()
	return follow(b, slices.Index(b.Instrs, from)+1)
}

// syncs reports whether an instruction may wait for another goroutine, or calls
// something of which that is not known; calls are left out at a negative depth.
func syncs(p *lockset.Package, instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Call:
		return lockset.Orders(instr) || depth >= 0 && !lockset.StartsGoroutine(instr) && mayWait(p, &instr.Call, depth)
	}
	return false
}

// mayWait reports whether a call may wait for goroutines: what it calls is in this package
// and does, or is not known, or is passed something to wait for, or is a method of
// something that may have its own goroutines.
func mayWait(p *lockset.Package, call *ssa.CallCommon, depth int) bool {
	if _, builtin := call.Value.(*ssa.Builtin); builtin {
		return false
	}
	fn, args := p.Target(call)
	if f := p.Callee(call); f != nil {
		return depth <= 0 || syncsIn(p, f.SSA, depth-1)
	}
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	name := callmatch.Name(fn)
	if _, isLock := catalog.Locks[name]; isLock || catalog.WaitGroupMethods[name] != "" {
		return false
	}
	return call.IsInvoke() || fn.Signature().Recv() != nil && !catalog.NoGoroutines[fn.Pkg().Path()] ||
		slices.ContainsFunc(args, func(arg ssa.Value) bool {
			named := callmatch.TypeName(callmatch.Deref(arg.Type()))
			_, isChan := arg.Type().Underlying().(*types.Chan)
			return isChan || named == "sync.WaitGroup" || named == "sync.Cond" || waitsIn(p, arg, depth)
		})
}

// waitsIn reports whether a function value that a call is passed, and may run in place,
// waits for goroutines:
//
//	trace.Span(ctx, func() { err = g.Wait() })
func waitsIn(p *lockset.Package, v ssa.Value, depth int) bool {
	if change, ok := v.(*ssa.ChangeType); ok {
		v = change.X
	}
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return waitsIn(p, v.Fn, depth)
	case *ssa.Function:
		return syncsIn(p, v, depth-1)
	}
	_, isFunc := v.Type().Underlying().(*types.Signature)
	return isFunc
}

// syncsIn reports whether the body of a function may wait for another goroutine.
func syncsIn(p *lockset.Package, fn *ssa.Function, depth int) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return syncs(p, instr, depth) })
	})
}
