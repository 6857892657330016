package setup

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
)

// sets reports whether an access stores a dependency in the object, as it was passed in.
func sets(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	return ok && !a.Content && lockset.Works(store.Val.Type()) && origin.HandedIn(store.Val)
}

// Option reports whether an access is a write of what is given an object to set it up, as
// those values are that a constructor takes: a function that gets the object alone, returns
// no more than an error, and is used as a value or belongs to another type.
func Option(a *access.Access) bool {
	fn := a.Func.SSA
	sig := fn.Signature
	if !a.Write || a.Content || sig.Params().Len() != 1 || sig.Results().Len() > 1 || lockset.Loops(a.Instr.Block()) {
		return false
	}
	if sig.Results().Len() == 1 && !types.Identical(sig.Results().At(0).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	object := fn.Params[len(fn.Params)-1]
	return a.Owner.Root == object && lockset.IsPointer(object.Type()) && (sig.Recv() != nil || fn.Parent() != nil || a.Func.AsValue())
}

// Boots reports whether the function of a write sets several fields of the object: it begins
// the object's work. To take values away begins none.
func Boots(a *access.Access) bool {
	fields := make(map[*types.Var]bool)
	for _, w := range access.In(a.Func) {
		if w.Write && !w.Content && w.Owner == a.Owner && !w.Empties() {
			fields[w.Field] = true
		}
	}
	return len(fields) > 2
}

// makesMap reports whether a write gives a map to a field that has none, in a function that
// takes no lock: it makes the object ready.
func makesMap(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || !Lazy(a) || a.Func.SSA.Signature.Recv() == nil || holding.LocksOwn(a.Func) {
		return false
	}
	_, made := store.Val.(*ssa.MakeMap)
	return made
}

// OnFirstUse reports whether a variable is only written where it has no value yet: what has called the function
// before is the only one that writes.
//
//	if list == nil { list = load() }
func OnFirstUse(a *access.Access) bool {
	if a.Called != nil {
		return a.FirstUse
	}
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	if withoutValue(store.Block(), store.Addr) {
		return true
	}
	site := a.Func.Sites
	return len(site) == 1 && !site[0].Start && a.Func.Known() && withoutValue(site[0].Instr.Block(), store.Addr)
}

// withoutValue reports whether control comes to a block only where a variable has no value.
func withoutValue(b *ssa.BasicBlock, addr ssa.Value) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !loadsOf(test.X, addr) {
			continue
		}
		succs := b.Idom().Succs
		if test.Op == token.EQL && succs[0] == b || test.Op == token.NEQ && succs[1] == b {
			return true
		}
	}
	return false
}

// loadsOf reports whether v is what a package variable holds, or its length.
func loadsOf(v, addr ssa.Value) bool {
	if call, ok := v.(*ssa.Call); ok && len(call.Call.Args) == 1 {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			v = call.Call.Args[0]
		}
	}
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == addr
}

// Lazy reports whether a write gives a value to a field that has none.
func Lazy(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Content || lockset.IsNilConst(store.Val) {
		return false
	}
	name := a.Field.Name()
	if a.Struct != nil {
		name = a.Owner.Root.Name() + a.Owner.Fields + "." + name
	}
	return a.Func.Dominating(store.Block())[lockset.NilKey(name)]
}

// Flagged reports whether a write happens once, because a flag says that it has not
// happened yet and is set then: around the write, or around the only call of the
// function that it is in.
func Flagged(a *access.Access) bool {
	if a.Content {
		return false
	}
	if raisesFlag(a.Func, a.Instr) {
		return true
	}
	return !a.Func.Root && a.Func.Callers == lockset.Known && len(a.Func.Sites) == 1 && raisesFlag(a.Func.Sites[0].Caller, a.Func.Sites[0].Instr)
}

// raisesFlag reports whether f gets to instr only while a field is false, and sets
// that field then.
func raisesFlag(f *lockset.Func, at ssa.Instruction) bool {
	facts := f.Dominating(at.Block())
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			value, isBool := lockset.ConstBool(store.Val)
			pl := f.Pkg.Place(store.Addr)
			if !isBool || !value || pl.Field == nil {
				continue
			}
			if set, tested := facts[pl.Root.Name()+pl.Fields]; tested && !set && (at.Block().Dominates(b) || b.Dominates(at.Block())) {
				return true
			}
		}
	}
	return false
}
