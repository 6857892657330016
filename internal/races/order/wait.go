package order

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Waits reports whether an instruction waits for what another goroutine does.
func Waits(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Object() != nil {
		fn, _ := call.Call.StaticCallee().Object().(*types.Func)
		return catalog.Joins[callmatch.Name(fn)]
	}
	return lockset.Orders(instr)
}

// Happens returns the instruction at which an access counts. In
//
//	return total, group.Wait()
//
// the order of the two is not specified; compilers read variables after the calls.
func Happens(instr ssa.Instruction) ssa.Instruction {
	load, ok := instr.(*ssa.UnOp)
	if !ok {
		return instr
	}
	var use ssa.Instruction
	for _, ref := range ssabuild.Referrers(load) {
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

// Syncs reports whether an instruction may wait for another goroutine, or calls
// something of which that is not known; calls are left out at a negative depth.
func Syncs(p *lockset.Package, instr ssa.Instruction, depth int) bool {
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
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return Syncs(p, instr, depth) })
	})
}
