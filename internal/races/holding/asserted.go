package holding

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Asserted reports whether the function of an instruction has called a method of the owner before which
// panics unless the lock is held, so that all callers hold it:
//
//	func (s *state) reading() {
//		if atomic.LoadInt32(&s.locked) != 1 {
//			panic("state is used without its lock")
//		}
//	}
func Asserted(f *lockset.Func, at ssa.Instruction, owner lockset.Path, key string) bool {
	if key == "" {
		return false
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || call == at || !call.Block().Dominates(at.Block()) || call.Block() == at.Block() && !lockset.Precedes(call, at) {
			continue
		}
		callee := f.Pkg.Callee(&call.Call)
		_, args := f.Pkg.Target(&call.Call)
		if callee != nil && len(args) > 0 && f.Pkg.Place(args[0]).Path == owner && asserts(callee, key) {
			return true
		}
	}
	return false
}

// asserts reports whether f, a method, panics where a field of its receiver says that a lock is not held.
func asserts(f *lockset.Func, key string) bool {
	return slices.ContainsFunc(f.SSA.Blocks, func(b *ssa.BasicBlock) bool {
		if _, ok := lockset.LastOf(b).(*ssa.Panic); !ok || len(b.Preds) != 1 {
			return false
		}
		branch, ok := lockset.LastOf(b.Preds[0]).(*ssa.If)
		if !ok {
			return false
		}
		field := keyOfRead(f.Pkg, branch.Cond, 3)
		return field != "" && setUnder(f.Pkg, field, key)
	})
}

// keyOfRead returns the key of the field that a condition reads, "" if it reads none, or more.
func keyOfRead(p *lockset.Package, cond ssa.Value, depth int) string {
	if depth == 0 {
		return ""
	}
	switch cond := cond.(type) {
	case *ssa.BinOp:
		if _, ok := cond.Y.(*ssa.Const); ok {
			return keyOfRead(p, cond.X, depth-1)
		}
	case *ssa.UnOp:
		if addr, ok := cond.X.(*ssa.FieldAddr); ok {
			return p.Place(addr).Key
		}
		return keyOfRead(p, cond.X, depth-1)
	case *ssa.Call:
		if fn, args := p.Target(&cond.Call); isLoad(fn) && len(args) == 1 {
			return p.Place(args[0]).Key
		}
	}
	return ""
}

// setUnder reports whether all that sets a field holds the lock of a key, or releases it for its caller: the
// field says whether it is held.
func setUnder(p *lockset.Package, field, key string) bool {
	known := lockset.Memo[setFields](p)
	if *known == nil {
		*known = make(setFields)
	}
	under, ok := (*known)[setField{field, key}]
	if !ok {
		under = findSetUnder(p, field, key)
		(*known)[setField{field, key}] = under
	}
	return under
}

// setFields says what [setUnder] has said, by the keys of the field and the lock.
type (
	setFields map[setField]bool
	setField  struct{ field, lock string }
)

func findSetUnder(p *lockset.Package, field, key string) bool {
	set, bare := false, false
	for _, f := range p.Funcs {
		hands := slices.ContainsFunc(f.Summary.Effects, func(e lockset.Effect) bool { return !e.Acquire && e.Net && e.Key == key })
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			if !sets(p, instr, field) {
				return
			}
			set = true
			bare = bare || !hands && !slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == key && !h.Read })
		})
	}
	return set && !bare
}

// sets reports whether an instruction may change a field: it stores to it, or passes its address to anything
// but an atomic load.
func sets(p *lockset.Package, instr ssa.Instruction, field string) bool {
	isField := func(v ssa.Value) bool {
		addr, ok := v.(*ssa.FieldAddr)
		return ok && p.Place(addr).Key == field
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		return isField(instr.Addr)
	case ssa.CallInstruction:
		fn, args := p.Target(instr.Common())
		return !isLoad(fn) && slices.ContainsFunc(args, isField)
	}
	return false
}

// isLoad reports whether a function of sync/atomic only reads.
func isLoad(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Load")
}
