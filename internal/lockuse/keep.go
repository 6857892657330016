package lockuse

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// keeps returns the leak of a lock that f acquires and releases nowhere, where nothing else in
// the package can release it for f: no caller does, however far up, no function releases it
// without having acquired it, and f returns and stores nothing that would.
func keeps(f *lockset.Func, at *ssa.Call, op lockset.Op) []Leak {
	if _, direct := f.Pkg.Direct(&at.Call); !direct || op.Try || unpaired(f.Pkg)[op.Key].IsValid() || mayRelease(f, f.SSA, op) || mistakesMode(f, op) || callerReleases(f, op, make(map[*lockset.Func]bool)) {
		return nil
	}
	if _, param := op.Root.(*ssa.Parameter); param && op.Fields == "" || !named(op.Root) {
		return nil // the caller's lock
	}
	exit := exitAfter(f, at)
	if onlyLocks(f) && f.Uncalled && !f.SSA.Object().Exported() {
		return nil // a helper that nothing uses
	}
	if exit == nil || len(op.Loads) == 0 && lost(f.Pkg, op.Root, exit) {
		return nil
	}
	l := Leak{Op: op, At: at, Exit: exit, Held: true}
	if forImporters(f, op) {
		l.Doubts = append(l.Doubts, verdict.Escapes.At(at.Pos()))
		if onlyLocks(f) {
			l.Doubts = append(l.Doubts, verdict.CallerDecides.At(at.Pos()))
		}
	}
	return []Leak{l}
}

// named reports whether the code has a name for what a path begins with: a variable, a
// parameter, or what a literal captures; not the result of a call, which has other names.
func named(root ssa.Value) bool {
	switch root.(type) {
	case *ssa.Parameter, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// exitAfter returns the last return that at leads to, else at itself, which a loop comes back to.
func exitAfter(f *lockset.Func, at *ssa.Call) ssa.Instruction {
	var exit ssa.Instruction
	if ssaflow.Reaches(at.Block(), at.Block()) {
		exit = at
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		if ret, ok := instr.(*ssa.Return); ok && lockset.Precedes(at, ret) {
			exit = ret
		}
	}
	return exit
}

// mayRelease reports whether fn, or a literal in it, releases the lock, or one of the same
// field, in the mode in which it was acquired.
func mayRelease(f *lockset.Func, fn *ssa.Function, op lockset.Op) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if ok && slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(r lockset.Op) bool { return r.Read == op.Read && r.Frees(op) }) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return mayRelease(f, lit, op) })
}

// mistakesMode reports whether f releases the lock in the mode in which it does not acquire it,
// which is unlock-unlocked's question.
func mistakesMode(f *lockset.Func, op lockset.Op) bool {
	acquires, releases := false, false
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		for _, r := range f.Pkg.Ops(call.Common()) {
			if r.Read != op.Read && r.Path == op.Path {
				acquires, releases = acquires || r.Acquire, releases || !r.Acquire
			}
		}
	}
	return releases && !acquires
}

// callerReleases reports whether a caller of f, or one of its callers, releases the lock or one of the same
// field without having acquired it itself; of a literal, whether a function around it does.
func callerReleases(f *lockset.Func, op lockset.Op, seen map[*lockset.Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	for around := f.SSA.Parent(); around != nil; around = around.Parent() {
		if mayRelease(f, around, op) {
			return true
		}
	}
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Caller != f && (op.Key == "" && mayRelease(s.Caller, s.Caller.SSA, op) || frees(s.Caller, op) || callerReleases(s.Caller, op, seen))
	})
}

// forImporters reports whether importers can call f and release the lock themselves.
func forImporters(f *lockset.Func, op lockset.Op) bool {
	obj := f.SSA.Object()
	if obj == nil || !obj.Exported() {
		return false
	}
	if op.Field != nil {
		return op.Field.Exported()
	}
	g, ok := op.Root.(*ssa.Global)
	return ok && g.Object() != nil && g.Object().Exported()
}

// onlyLocks reports whether f does nothing but call the lock's method: it is there for that.
func onlyLocks(f *lockset.Func) bool {
	calls := 0
	for instr := range ssaflow.Instrs(f.SSA) {
		switch instr.(type) {
		case ssa.CallInstruction:
			calls++
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return calls == 1 && f.SSA.Signature.Results().Len() == 0
}
