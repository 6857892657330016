package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// mayBeLocked reports whether a lock is held at an access, or may be: by the callers of the function, by
// what runs a literal, or by one that another package acquires.
func (a *Access) mayBeLocked() bool {
	return len(a.Held) > 0 || a.maybe || len(a.callers) > 0 || a.Func.madeUnderLock() || len(a.Func.runUnderLock()) > 0 || a.Called != nil && a.Func.namesLock()
}

// namesLock reports whether f calls anything by which one goroutine at a time gets on, by its name.
func (f *Func) namesLock() bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if fn, _ := f.pkg.target(call.Common()); fn != nil && catalog.Exclusive[fn.Name()] {
				return true
			}
		}
	}
	return false
}

// runUnderLock returns the keys of the locks that are held where f runs, a literal that is passed to a
// function of the package which calls it.
//
//	func (s *store) locked(do func()) { s.mu.Lock(); defer s.mu.Unlock(); do() }
func (f *Func) runUnderLock() []string {
	if f.SSA.Parent() == nil {
		return nil
	}
	for instr := range ssaflow.Instrs(f.SSA.Parent()) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		callee := f.pkg.Callee(call.Common())
		i := slices.IndexFunc(call.Common().Args, f.is)
		if callee == nil || i < 0 || i >= len(callee.SSA.Params) {
			continue
		}
		if keys := callee.callsUnderLock(callee.SSA.Params[i]); len(keys) > 0 {
			return keys
		}
	}
	return nil
}

// is reports whether v is the literal f.
func (f *Func) is(v ssa.Value) bool {
	if mc, ok := v.(*ssa.MakeClosure); ok {
		return mc.Fn == f.SSA
	}
	return v == ssa.Value(f.SSA)
}

// callsUnderLock returns the keys of the locks that f holds where it calls a parameter.
func (f *Func) callsUnderLock(param *ssa.Parameter) []string {
	for _, ref := range *param.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && call.Call.Value == ssa.Value(param) && len(f.keysAt(ref)) > 0 {
			return f.keysAt(ref)
		}
	}
	return nil
}

// madeUnderLock reports whether f is a literal that is passed to a call under a lock, which
// may run it in place.
//
//	m.mu.Lock()
//	filepath.Walk(dir, func(…) error { m.files++; return nil })
func (f *Func) madeUnderLock() bool {
	mc := f.pkg.closures[f.SSA]
	if mc == nil || f.inPlace {
		return false
	}
	around := f.pkg.byFunc[mc.Parent()]
	underLock := func(ref ssa.Instruction) bool {
		call, ok := ref.(*ssa.Call)
		return ok && len(around.keysAt(call)) > 0
	}
	return around != nil && slices.ContainsFunc(*mc.Referrers(), func(ref ssa.Instruction) bool {
		change, ok := ref.(*ssa.ChangeType)
		return underLock(ref) || ok && slices.ContainsFunc(*change.Referrers(), underLock)
	})
}
