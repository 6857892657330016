package waitunderlock

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A waiter is a function that acquires a lock, and does not wait for long with it.
type waiter struct {
	name string
	at   token.Pos
	// sometimes says that it is the function itself, which waits on some paths only: on the others, too, it
	// may need what the wait is for.
	sometimes bool
}

// A holder is a function that waits under a lock.
type holder struct {
	fn  *ssa.Function
	key string
}

// holders returns the functions that wait, with the keys of the locks.
func holders(waits []lockuse.Blocking) map[holder]bool {
	set := make(map[holder]bool)
	for _, b := range waits {
		for _, hold := range b.Holds {
			set[holder{b.Func.SSA, hold.Key}] = true
		}
	}
	return set
}

// blockedBy returns a function that blocks on the lock of hold during the wait, nil where there is
// none: functions that all wait take turns by design. Functions that stop something may have to wait
// for it.
func blockedBy(p *check.Pass, model *lockset.Package, hold lockset.Hold, waiting map[holder]bool) *waiter {
	for _, f := range model.Funcs {
		fn, _ := f.SSA.Object().(*types.Func)
		if fn == nil || waiting[holder{f.SSA, hold.Key}] || catalog.EndsByName(fn.Name()) || p.Quiet(f.SSA.Pos()) {
			continue
		}
		if at := acquires(model, f.SSA, hold); at.IsValid() {
			return &waiter{name: shortName(fn), at: at}
		}
	}
	return nil
}

// keyed returns the function of b as one that blocks on itself, if it keeps what it gets in a map of the
// lock's object under a key that its caller chooses: calls for other keys need not wait for this one.
func keyed(b lockuse.Blocking, hold lockset.Hold) *waiter {
	for _, block := range b.Func.SSA.Blocks {
		for _, instr := range block.Instrs {
			update, ok := instr.(*ssa.MapUpdate)
			if !ok || update.Pos() < b.Instr.Pos() || !ofParam(update.Key, 6) {
				continue
			}
			load, ok := update.Map.(*ssa.UnOp)
			if !ok {
				continue
			}
			fn, isFunc := b.Func.SSA.Object().(*types.Func)
			if addr, ok := load.X.(*ssa.FieldAddr); ok && isFunc && sameOwner(addr, hold) {
				return &waiter{name: "another call of " + shortName(fn), at: hold.Pos}
			}
		}
	}
	return nil
}

// ofParam reports whether a key is computed from a parameter other than the receiver.
func ofParam(key ssa.Value, depth int) bool {
	switch key := key.(type) {
	case *ssa.Parameter:
		recv := key.Parent().Signature.Recv()
		return recv == nil || key != key.Parent().Params[0]
	case *ssa.FreeVar:
		return true // of a function around this one
	case *ssa.Alloc:
		return slices.ContainsFunc(ssabuild.Referrers(key), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == key && depth > 0 && ofParam(store.Val, depth-1)
		})
	case ssa.Instruction:
		return depth > 0 && slices.ContainsFunc(key.Operands(nil), func(op *ssa.Value) bool { return *op != nil && ofParam(*op, depth-1) })
	}
	return false
}

// cached returns the function of b as one that blocks on itself, if importers call it for a value, and a
// path through it succeeds without the wait, as one that finds what was fetched before.
func cached(b lockuse.Blocking, hold lockset.Hold) *waiter {
	fn, ok := b.Func.SSA.Object().(*types.Func)
	if !ok || !fn.Exported() || catalog.EndsByName(fn.Name()) || fn.Signature().Results().Len() == 0 || callmatch.IsError(fn.Signature().Results().At(0).Type()) {
		return nil
	}
	seen := map[*ssa.BasicBlock]bool{b.Instr.Block(): true}
	for work := []*ssa.BasicBlock{acquiredIn(b.Func.SSA, hold)}; len(work) > 0; {
		block := work[len(work)-1]
		work = work[:len(work)-1]
		if block == nil || seen[block] {
			continue
		}
		seen[block] = true
		if last := lockset.LastOf(block); len(block.Succs) == 0 && !lockset.Fails(last) {
			if _, returns := last.(*ssa.Return); returns {
				return &waiter{name: "another call of " + shortName(fn), at: hold.Pos, sometimes: true}
			}
		}
		work = append(work, block.Succs...)
	}
	return nil
}

// acquiredIn returns the block of a function in which it acquires a lock.
func acquiredIn(fn *ssa.Function, hold lockset.Hold) *ssa.BasicBlock {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if instr.Pos() == hold.Pos {
				return block
			}
		}
	}
	return nil
}

// acquires returns where fn itself locks what hold keeps from it.
func acquires(model *lockset.Package, fn *ssa.Function, hold lockset.Hold) token.Pos {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, op := range model.Ops(&call.Call) {
				if op.Acquire && !op.Try && op.Key == hold.Key && op.Callee == nil && !(op.Read && hold.Read) {
					return call.Pos()
				}
			}
		}
	}
	return token.NoPos
}

// shortName returns T.Method, or the name of a function.
func shortName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named := callmatch.Named(recv.Type()); named != nil {
			return named.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}

// made returns where the function, or the helper that makes the call, stores what it has fetched in a
// plain field of the object that the lock guards: others need it, and would wait for it in any case.
func made(b lockuse.Blocking, hold lockset.Hold) token.Pos {
	if call, ok := b.Instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
		if at := keeps(call.Call.StaticCallee(), hold, token.NoPos); at.IsValid() {
			return at
		}
	}
	return keeps(b.Func.SSA, hold, b.Instr.Pos())
}

// keeps returns where a function stores something in a field of the lock's object, after a position.
func keeps(fn *ssa.Function, hold lockset.Hold, after token.Pos) token.Pos {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || store.Pos() < after || marks(store.Val) {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && sameOwner(addr, hold) {
				return store.Pos()
			}
		}
	}
	return token.NoPos
}

// marks reports whether a value only says how a call went, or when: a constant, a flag, a number, an
// error, a time.
func marks(v ssa.Value) bool {
	if _, ok := v.(*ssa.Const); ok || callmatch.TypeName(v.Type()) == "time.Time" || callmatch.IsError(v.Type()) {
		return true
	}
	basic, ok := v.Type().Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString == 0
}

// sameOwner reports whether a field belongs to the type whose field the lock is.
func sameOwner(addr *ssa.FieldAddr, hold lockset.Hold) bool {
	if hold.Field == nil {
		return false
	}
	owner, ok := types.Unalias(addr.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := owner.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Origin() == hold.Field {
			return true
		}
	}
	return false
}
