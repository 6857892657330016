package blockingunderlock

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A registry is what importers do to a container under its lock.
type registry struct {
	adds, removes *lockset.Func
	asks          *lockset.Func // returns what the caller of the functions has changed
	forbids       bool          // the documentation says what functions that are added may not do
}

// registryOf returns the functions that put values into a container, that take them out, and that return what
// the function has changed which holds the lock, with the same lock that they acquire.
func registryOf(model *lockset.Package, hold lockset.Hold, field *types.Var, callback types.Type) registry {
	var r registry
	key, changed := hold.Key, make(map[*types.Var]bool)
	for _, f := range model.Funcs {
		if f.Encloses(hold.Pos) {
			changed = changedBy(f, field)
		}
	}
	for _, f := range model.Funcs {
		given, reads := isGiven(f, callback), !f.Encloses(hold.Pos) && returnsValue(f)
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			if load, ok := instr.(*ssa.UnOp); ok && reads && changed[loaded(load)] && acquiredBy(f, held, key) {
				r.asks = f
			}
			adds := given && addsTo(instr, field)
			if !adds && !takesFrom(instr, field) || !acquiredBy(f, held, key) {
				return
			}
			if !adds {
				r.removes = f
				return
			}
			r.adds = f
			decl, _ := f.SSA.Syntax().(*ast.FuncDecl)
			r.forbids = r.forbids || decl != nil && check.Says(decl.Doc, "must not", "may not", "lock held", "holding the lock", "must return quickly")
		})
	}
	return r
}

// isGiven reports whether importers call a function with a function of a type.
func isGiven(f *lockset.Func, callback types.Type) bool {
	if obj := f.SSA.Object(); obj == nil || !obj.Exported() {
		return false
	}
	for param := range f.SSA.Signature.Params().Variables() {
		if sameShape(param.Type().Underlying(), callback.Underlying()) {
			return true
		}
	}
	return false
}

// sameShape reports whether two functions have the same parameters and results. Those of a type parameter are
// compared by its number: each method of a generic type has its own.
func sameShape(x, y types.Type) bool {
	f, ok := x.(*types.Signature)
	g, both := y.(*types.Signature)
	if !ok || !both || f.Variadic() != g.Variadic() {
		return types.Identical(x, y)
	}
	return sameTypes(f.Params(), g.Params()) && sameTypes(f.Results(), g.Results())
}

func sameTypes(x, y *types.Tuple) bool {
	for i := range min(x.Len(), y.Len()) {
		a, b := x.At(i).Type(), y.At(i).Type()
		v, ok := types.Unalias(a).(*types.TypeParam)
		w, both := types.Unalias(b).(*types.TypeParam)
		if !types.Identical(a, b) && (!ok || !both || v.Index() != w.Index()) {
			return false
		}
	}
	return x.Len() == y.Len()
}

// changedBy returns the fields that a function sets, or whose maps it changes, without the given one.
func changedBy(f *lockset.Func, without *types.Var) map[*types.Var]bool {
	changed := make(map[*types.Var]bool)
	for instr := range ssaflow.Instrs(f.SSA) {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			changed[loaded(instr.Map)] = true
		case *ssa.Store:
			if addr, ok := instr.Addr.(*ssa.FieldAddr); ok {
				changed[ssaflow.Field(addr)] = true
			}
		}
	}
	delete(changed, nil)
	delete(changed, without)
	return changed
}

// returnsValue reports whether importers call a function for what it returns, other than an error.
func returnsValue(f *lockset.Func) bool {
	if obj := f.SSA.Object(); obj == nil || !obj.Exported() {
		return false
	}
	for result := range f.SSA.Signature.Results().Variables() {
		if !callmatch.IsError(result.Type()) {
			return true
		}
	}
	return false
}

// acquiredBy reports whether a function holds a lock of a key that it has acquired itself.
func acquiredBy(f *lockset.Func, held lockset.State, key string) bool {
	for _, h := range held.Held() {
		if key != "" && h.Key == key && f.Encloses(h.Pos) {
			return true
		}
	}
	return false
}

// addsTo reports whether an instruction puts a value into the container of a field.
func addsTo(instr ssa.Instruction, field *types.Var) bool {
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return heldIn(instr.Map, 4) == field
	case *ssa.Store:
		addr, ok := instr.Addr.(*ssa.FieldAddr)
		call, called := instr.Val.(*ssa.Call)
		if !ok || !called || ssaflow.Field(addr) != field {
			return false
		}
		builtin, ok := call.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "append" && loaded(call.Call.Args[0]) == field
	}
	return false
}

// takesFrom is removes for containers of containers.
func takesFrom(instr ssa.Instruction, field *types.Var) bool {
	if call, ok := instr.(*ssa.Call); ok {
		builtin, ok := call.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "delete" && heldIn(call.Call.Args[0], 4) == field
	}
	return removes(instr, field)
}
