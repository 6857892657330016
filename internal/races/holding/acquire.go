package holding

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Written reports whether the package acquires the lock for writing somewhere.
func Written(p *lockset.Package, key string) bool {
	keys := lockset.Memo[writtenKeys](p)
	if *keys == nil {
		*keys = make(writtenKeys)
		for _, f := range p.Funcs {
			keys.note(f)
		}
	}
	return key != "" && (*keys)[key]
}

// writtenKeys are the keys of the locks that a package acquires for writing.
type writtenKeys map[string]bool

// note adds those that f acquires.
func (keys writtenKeys) note(f *lockset.Func) {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if ops, ok := f.Pkg.Direct(call.Common()); ok && ops[0].Acquire && !ops[0].Read {
			keys[ops[0].Key] = true
		}
	}
}

// Nested reports whether the package somewhere acquires the lock of a key while it holds that of
// another object: each object is guarded by its own.
func Nested(p *lockset.Package, key string) bool {
	keys := lockset.Memo[nestedKeys](p)
	if *keys == nil {
		*keys = make(nestedKeys)
		for _, f := range p.Funcs {
			if f.Relevant() {
				keys.note(f)
			}
		}
	}
	return (*keys)[key]
}

// nestedKeys are the keys for which [Nested] is true.
type nestedKeys map[string]bool

// note adds those of the locks that f acquires.
func (keys nestedKeys) note(f *lockset.Func) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok || len(held) == 0 {
			return
		}
		ops, _ := f.Pkg.Direct(&call.Call)
		for _, op := range ops {
			if op.Acquire && op.Key != "" && slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == op.Key && h.Path != op.Path }) {
				keys[op.Key] = true
			}
		}
	})
}

// LocksOwn reports whether f, a method, itself acquires a lock of its receiver.
func LocksOwn(f *lockset.Func) bool {
	if len(f.SSA.Params) == 0 {
		return false
	}
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			ops, ok := f.Pkg.Direct(call.Common())
			if ok && len(ops) > 0 && ops[0].Acquire && ops[0].Path.Root == f.SSA.Params[0] {
				return true
			}
		}
	}
	return false
}

// Acquires reports whether f acquires the lock at path somewhere, and keeps it.
func Acquires(f *lockset.Func, path lockset.Path) bool {
	return acquiresSuch(f, func(op lockset.Op) bool { return op.Net && op.Path == path })
}

// Takes reports whether f acquires the lock at path somewhere, itself or in what it calls: a caller
// that held it would deadlock.
func Takes(f *lockset.Func, path lockset.Path) bool {
	return acquiresSuch(f, func(op lockset.Op) bool { return !op.Try && op.Path == path })
}

// acquiresSuch reports whether f acquires a lock for which is reports true.
func acquiresSuch(f *lockset.Func, is func(op lockset.Op) bool) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if ok && slices.ContainsFunc(f.Pkg.Ops(&call.Call), func(op lockset.Op) bool { return op.Acquire && is(op) }) {
			return true
		}
	}
	return false
}
