package lockuse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// handedOver reports whether the lock is released elsewhere.
func handedOver(p *lockset.Package, f *lockset.Func, op lockset.Op) bool {
	unpaired(p)
	for _, e := range f.Summary.Result {
		if !e.Acquire && (e.Key == op.Key || e.Fields == op.Fields) {
			return true
		}
	}
	return memo(p).unpairedPaths[op.Path] || returnsRelease(p, f, op) || locksForCallers(f, op)
}

// locksForCallers reports whether f holds the lock whenever it returns, and a caller
// releases it: what f releases on the path there it acquires again.
func locksForCallers(f *lockset.Func, op lockset.Op) bool {
	holds := func(e lockset.Effect) bool {
		return e.Acquire && e.Net && e.Sure && e.Key == op.Key && e.Read == op.Read
	}
	return op.Key != "" && slices.ContainsFunc(f.Summary.Effects, holds) && leftHeld(f, op)
}

// leftHeld reports whether a caller of f releases the lock, which f leaves held for it.
func leftHeld(f *lockset.Func, op lockset.Op) bool {
	return op.Key != "" && slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return frees(s.Caller, op) })
}

// frees reports whether f, itself or by what it calls, releases a lock that it may not have
// acquired itself.
func frees(f *lockset.Func, op lockset.Op) bool {
	if !releases(f, op) {
		return false
	}
	unpaired := false
	alone(f).Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		for _, r := range f.Pkg.Ops(call.Common()) {
			unpaired = unpaired || r.Frees(op) && !slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == op.Key && f.Encloses(h.Pos) && h.Callee == nil })
		}
	})
	return unpaired
}

// releases reports whether f, or what it calls, releases a lock of op's variable or field.
func releases(f *lockset.Func, op lockset.Op) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			releases := func(r lockset.Op) bool { return !r.Acquire && r.Key == op.Key && r.Read == op.Read }
			if slices.ContainsFunc(f.Pkg.Ops(call.Common()), releases) {
				return true
			}
		}
	}
	return false
}

// returnsRelease reports whether f returns a function that releases the lock, as a
// value or through a variable.
func returnsRelease(p *lockset.Package, f *lockset.Func, op lockset.Op) bool {
	releases := func(v ssa.Value) bool {
		return slices.ContainsFunc(p.OpsOfValue(v), func(r lockset.Op) bool { return r.Frees(op) })
	}
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				if slices.ContainsFunc(instr.Results, releases) {
					return true
				}
			case *ssa.Store:
				if alloc, ok := instr.Addr.(*ssa.Alloc); ok && origin.IsResult(alloc) && releases(instr.Val) {
					return true
				}
			}
		}
	}
	return false
}

// unpaired returns the keys of the locks that some function releases without having
// acquired them, and without acquiring them again for its caller.
func unpaired(p *lockset.Package) map[string]token.Pos {
	if memo(p).unpairedKeys != nil {
		return memo(p).unpairedKeys
	}
	memo(p).unpairedKeys, memo(p).unpairedPaths = make(map[string]token.Pos), make(map[lockset.Path]bool)
	for _, f := range p.Funcs {
		if f.InPlace && !f.Started() || loopBody(f.SSA) || returnedBy(f, f.SSA.Parent()) {
			continue // runs as a part of the function around it, or is what that one's callers get
		}
		if !f.Relevant() {
			continue
		}
		alone(f).Walk(func(instr ssa.Instruction, held lockset.State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				escaping(p, instr)
				return
			}
			for _, arg := range call.Common().Args {
				if !isLoopBody(arg) {
					release(p, p.OpsOfValue(arg), call.Pos())
				}
			}
			for _, op := range p.Ops(call.Common()) {
				if op.Acquire || held.May(op.Path) {
					continue
				}
				if memo(p).unpairedKeys[op.Key].IsValid() || !locksAgain(f, instr, op) {
					release(p, []lockset.Op{op}, instr.Pos())
				}
			}
		})
	}
	return memo(p).unpairedKeys
}

// returnedBy reports whether a function does nothing with a literal of its own but return
// it: only the caller of that function has the lock.
func returnedBy(f *lockset.Func, around *ssa.Function) bool {
	mc := f.Pkg.Closures[f.SSA]
	if around == nil || mc == nil {
		return false
	}
	for _, ref := range ssabuild.Referrers(mc) {
		switch ref.(type) {
		case *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// loopBody reports whether fn is the body of a loop over a function.
func loopBody(fn *ssa.Function) bool { return fn.Synthetic != "" && fn.Parent() != nil }

func isLoopBody(v ssa.Value) bool {
	mk, ok := v.(*ssa.MakeClosure)
	return ok && loopBody(mk.Fn.(*ssa.Function))
}

// locksAgain reports whether the lock that instr releases is acquired again before f
// returns, on every path, or as the same block has deferred.
func locksAgain(f *lockset.Func, instr ssa.Instruction, op lockset.Op) bool {
	deferred := slices.ContainsFunc(lockset.InstrsBehind(instr), func(instr ssa.Instruction) bool {
		d, ok := instr.(*ssa.Defer)
		if !ok {
			return false
		}
		ops, _ := f.Pkg.Direct(&d.Call)
		return slices.ContainsFunc(ops, func(later lockset.Op) bool { return later.Acquire && later.Lock == op.Lock })
	})
	if deferred {
		return true
	}
	restored, _ := f.Gives(op.Lock, lockset.Effect{Key: op.Key})
	return restored
}

// escaping notes release functions that are stored or sent.
func escaping(p *lockset.Package, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if p.Alloc(instr.Addr) == nil {
			release(p, p.OpsOfValue(instr.Val), instr.Pos())
		}
	case *ssa.Send:
		release(p, p.OpsOfValue(instr.X), instr.Pos())
	case *ssa.MapUpdate:
		release(p, p.OpsOfValue(instr.Value), instr.Pos())
	case *ssa.Phi:
		for _, e := range instr.Edges {
			release(p, p.OpsOfValue(e), instr.Pos()) // called through a variable that changes
		}
	case *ssa.MakeInterface:
		release(p, p.OpsOfValue(instr.X), instr.Pos())
	}
}

func release(p *lockset.Package, ops []lockset.Op, at token.Pos) {
	for _, op := range ops {
		if !op.Acquire {
			memo(p).unpairedPaths[op.Path] = true
			if op.Key != "" && !memo(p).unpairedKeys[op.Key].IsValid() {
				memo(p).unpairedKeys[op.Key] = at
			}
		}
	}
}
