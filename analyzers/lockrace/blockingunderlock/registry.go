package blockingunderlock

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A registry is what importers do to a container under its lock.
type registry struct {
	adds, removes *lockset.Func
	forbids       bool // the documentation says what functions that are added may not do
}

// registryOf returns the functions that put values into a container, and that take them out, with a lock
// that they acquire.
func registryOf(model *lockset.Package, field *types.Var, callback types.Type, key string) registry {
	var r registry
	for _, f := range model.Funcs {
		given := isGiven(f, callback)
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
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
		if types.Identical(param.Type().Underlying(), callback.Underlying()) {
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
