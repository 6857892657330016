package lockstate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// handedOver reports whether the lock is released elsewhere.
func (p *Package) handedOver(f *Func, op Op) bool {
	p.unpaired()
	for _, e := range f.Summary.Result {
		if !e.Acquire && (e.Key == op.Key || e.Fields == op.Fields) {
			return true
		}
	}
	return p.unpairedPaths[op.Path] || p.returnsRelease(f, op) || f.locksForCallers(op)
}

// locksForCallers reports whether f holds the lock whenever it returns, and a caller
// releases it: what f releases on the path there it acquires again.
func (f *Func) locksForCallers(op Op) bool {
	holds := func(e Effect) bool { return e.Acquire && e.Net && e.Sure && e.Key == op.Key && e.Read == op.Read }
	return op.Key != "" && slices.ContainsFunc(f.Summary.Effects, holds) && f.leftHeld(op)
}

// leftHeld reports whether a caller of f releases the lock, which f leaves held for it.
func (f *Func) leftHeld(op Op) bool {
	return op.Key != "" && slices.ContainsFunc(f.sites, func(s site) bool { return s.caller.frees(op) })
}

// frees reports whether f, itself or by what it calls, releases a lock that it may not have
// acquired itself.
func (f *Func) frees(op Op) bool {
	if !f.releases(op) {
		return false
	}
	unpaired := false
	f.alone().Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		for _, r := range f.pkg.Ops(call.Common()) {
			unpaired = unpaired || r.frees(op) && !slices.ContainsFunc(held.Held(), func(h Hold) bool { return h.Key == op.Key && f.encloses(h.Pos) && h.Callee == nil })
		}
	})
	return unpaired
}

// releases reports whether f, or what it calls, releases a lock of op's variable or field.
func (f *Func) releases(op Op) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			releases := func(r Op) bool { return !r.Acquire && r.Key == op.Key && r.Read == op.Read }
			if slices.ContainsFunc(f.pkg.Ops(call.Common()), releases) {
				return true
			}
		}
	}
	return false
}

// returnsRelease reports whether f returns a function that releases the lock, as a
// value or through a variable.
func (p *Package) returnsRelease(f *Func, op Op) bool {
	releases := func(v ssa.Value) bool {
		return slices.ContainsFunc(p.opsOfValue(v), func(r Op) bool { return r.frees(op) })
	}
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				if slices.ContainsFunc(instr.Results, releases) {
					return true
				}
			case *ssa.Store:
				if alloc, ok := instr.Addr.(*ssa.Alloc); ok && p.result(alloc) && releases(instr.Val) {
					return true
				}
			}
		}
	}
	return false
}

// guarded reports whether f puts a function that releases the lock into an object, such as
// a guard that it returns: the holder of the guard has the lock, and f's callers know it by
// another name.
func (f *Func) guarded(op Op) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || f.pkg.alloc(store.Addr) != nil {
				continue
			}
			if slices.ContainsFunc(f.pkg.opsOfValue(store.Val), func(r Op) bool { return r.frees(op) }) {
				return true
			}
		}
	}
	return false
}

// result reports whether a variable is returned.
func (p *Package) result(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range *load.Referrers() {
			if _, ok := use.(*ssa.Return); ok {
				return true
			}
		}
	}
	return false
}

// unpaired returns the keys of the locks that some function releases without having
// acquired them, and without acquiring them again for its caller.
func (p *Package) unpaired() map[string]token.Pos {
	if p.unpairedKeys != nil {
		return p.unpairedKeys
	}
	p.unpairedKeys, p.unpairedPaths = make(map[string]token.Pos), make(map[Path]bool)
	for _, f := range p.Funcs {
		if f.inPlace && !f.started() || loopBody(f.SSA) || f.returnedBy(f.SSA.Parent()) {
			continue // runs as a part of the function around it, or is what that one's callers get
		}
		if !f.relevant() {
			continue
		}
		f.alone().Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				p.escaping(instr)
				return
			}
			for _, arg := range call.Common().Args {
				if !isLoopBody(arg) {
					p.release(p.opsOfValue(arg), call.Pos())
				}
			}
			for _, op := range p.Ops(call.Common()) {
				if op.Acquire || held.May(op.Path) {
					continue
				}
				if p.unpairedKeys[op.Key].IsValid() || !f.locksAgain(instr, op) {
					p.release([]Op{op}, instr.Pos())
				}
			}
		})
	}
	return p.unpairedKeys
}

// returnedBy reports whether a function does nothing with a literal of its own but return
// it: only the caller of that function has the lock.
func (f *Func) returnedBy(around *ssa.Function) bool {
	mc := f.pkg.closures[f.SSA]
	if around == nil || mc == nil {
		return false
	}
	for _, ref := range *mc.Referrers() {
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
func (f *Func) locksAgain(instr ssa.Instruction, op Op) bool {
	deferred := slices.ContainsFunc(instrsBehind(instr), func(instr ssa.Instruction) bool {
		d, ok := instr.(*ssa.Defer)
		if !ok {
			return false
		}
		ops, _ := f.pkg.direct(&d.Call)
		return slices.ContainsFunc(ops, func(later Op) bool { return later.Acquire && later.Lock == op.Lock })
	})
	if deferred {
		return true
	}
	restored, _ := f.gives(op.Lock, Effect{Key: op.Key})
	return restored
}

// started reports whether f, a literal, runs as a goroutine.
func (f *Func) started() bool {
	return slices.ContainsFunc(f.sites, func(s site) bool { return s.start })
}

// escaping notes release functions that are stored or sent.
func (p *Package) escaping(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if p.alloc(instr.Addr) == nil {
			p.release(p.opsOfValue(instr.Val), instr.Pos())
		}
	case *ssa.Send:
		p.release(p.opsOfValue(instr.X), instr.Pos())
	case *ssa.MapUpdate:
		p.release(p.opsOfValue(instr.Value), instr.Pos())
	case *ssa.Phi:
		for _, e := range instr.Edges {
			p.release(p.opsOfValue(e), instr.Pos()) // called through a variable that changes
		}
	case *ssa.MakeInterface:
		p.release(p.opsOfValue(instr.X), instr.Pos())
	}
}

func (p *Package) release(ops []Op, at token.Pos) {
	for _, op := range ops {
		if !op.Acquire {
			p.unpairedPaths[op.Path] = true
			if op.Key != "" && !p.unpairedKeys[op.Key].IsValid() {
				p.unpairedKeys[op.Key] = at
			}
		}
	}
}

// takenOver reports whether the function of an access, or a literal in it, releases the
// guard's lock after it without having acquired it on every path there: the starter of the
// function had it.
func (g *Guard) takenOver(a *Access) bool {
	path := g.Path(a)
	var over func(fn *ssa.Function) bool
	over = func(fn *ssa.Function) bool {
		return a.Func.pkg.byFunc[fn].releasesUnlocked(path, a.Instr) || slices.ContainsFunc(fn.AnonFuncs, over)
	}
	if a.Func.acquires(path) { // what its literals release, it may have taken itself
		return a.Func.releasesUnlocked(path, a.Instr)
	}
	return over(a.Func.SSA)
}

// releasesUnlocked reports whether f releases a lock that its caller holds, and after the
// instruction behind of f, if it is set.
func (f *Func) releasesUnlocked(path Path, behind ssa.Instruction) bool {
	if f == nil {
		return false
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || behind.Parent() == f.SSA && !precedes(behind, instr) {
			continue
		}
		releases := slices.ContainsFunc(f.pkg.Ops(call.Common()), func(op Op) bool { return op.Path == path && !op.Acquire && op.Net })
		if _, deferred := instr.(*ssa.Defer); releases && f.reachesUnlocked(call, path) && !(deferred && f.SSA.Parent() != nil && f.inPlace && !f.started()) {
			return true
		}
	}
	return false
}

// renewed reports whether the function of an access makes the guard's lock itself anew,
// which no goroutine may hold or wait for then.
func (p *Package) renewed(g *Guard, a *Access) bool {
	return slices.ContainsFunc(p.accesses, func(other *Access) bool {
		return other.Func == a.Func && other.Write && other.Field == g.Lock && other.Owner == a.Owner
	})
}
