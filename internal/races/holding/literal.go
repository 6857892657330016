package holding

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// RunUnderLock returns the keys of the locks that are held where f runs, a literal that is passed to a
// function of the package which calls it.
//
//	func (s *store) locked(do func()) { s.mu.Lock(); defer s.mu.Unlock(); do() }
func RunUnderLock(f *lockset.Func) []string {
	if f.SSA.Parent() == nil {
		return nil
	}
	for instr := range ssaflow.Instrs(f.SSA.Parent()) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		callee := f.Pkg.Callee(call.Common())
		i := slices.IndexFunc(call.Common().Args, func(v ssa.Value) bool { return is(f, v) })
		if callee == nil || i < 0 || i >= len(callee.SSA.Params) {
			continue
		}
		if keys := callsUnderLock(callee, callee.SSA.Params[i]); len(keys) > 0 {
			return keys
		}
	}
	return nil
}

// is reports whether v is the literal f.
func is(f *lockset.Func, v ssa.Value) bool {
	if mc, ok := v.(*ssa.MakeClosure); ok {
		return mc.Fn == f.SSA
	}
	return v == ssa.Value(f.SSA)
}

// callsUnderLock returns the keys of the locks that f holds where it calls a parameter.
func callsUnderLock(f *lockset.Func, param *ssa.Parameter) []string {
	for _, ref := range ssabuild.Referrers(param) {
		if call, ok := ref.(*ssa.Call); ok && call.Call.Value == ssa.Value(param) && len(KeysAt(f, ref)) > 0 {
			return KeysAt(f, ref)
		}
	}
	return nil
}

// madeUnderLock reports whether f is a literal that is passed to a call under a lock, which
// may run it in place.
//
//	m.mu.Lock()
//	filepath.Walk(dir, func(…) error { m.files++; return nil })
func madeUnderLock(f *lockset.Func) bool {
	mc := f.Pkg.Closures[f.SSA]
	if mc == nil || f.InPlace {
		return false
	}
	around := f.Pkg.ByFunc[mc.Parent()]
	underLock := func(ref ssa.Instruction) bool {
		call, ok := ref.(*ssa.Call)
		return ok && len(KeysAt(around, call)) > 0
	}
	return around != nil && slices.ContainsFunc(ssabuild.Referrers(mc), func(ref ssa.Instruction) bool {
		change, ok := ref.(*ssa.ChangeType)
		return underLock(ref) || ok && slices.ContainsFunc(ssabuild.Referrers(change), underLock)
	})
}
