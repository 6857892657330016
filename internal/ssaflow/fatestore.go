package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// store follows a value into a variable.
func (t *follower) store(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		t.alias(addr)
	case *ssa.FreeVar:
		t.alias(addr)
		t.outer(addr)
	case *ssa.FieldAddr:
		t.field(structField(addr.X.Type(), addr.Field).Origin())
	case *ssa.Global:
		t.global(addr)
	default:
		t.fate.Gone = true
	}
}

// global follows a value into a variable of the package, and the other values that it is given.
func (t *follower) global(v *ssa.Global) {
	if t.globals == nil || v.Object() == nil || v.Object().Pkg() != t.pkg || v.Object().Exported() && t.pkg.Name() != "main" {
		t.fate.Gone = true
		return
	}
	if !t.globals[v] {
		t.globals[v] = true
		for _, instr := range t.uses().globals[v] {
			if load, ok := instr.(*ssa.UnOp); ok {
				t.alias(load)
			}
			t.stored(instr, v)
		}
	}
}

// stored follows what an instruction stores at an address: it may be stopped by the name that it
// has where it is made.
func (t *follower) stored(instr ssa.Instruction, addr ssa.Value) {
	if store, ok := instr.(*ssa.Store); ok && t.globals != nil && store.Addr == addr {
		t.made(store.Val)
	}
}

// made follows a value from where it is made, or from what keeps it. One that is passed in may be
// stopped by a caller.
func (t *follower) made(v ssa.Value) {
	if t.seen[v] {
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
		return
	case *ssa.Call, *ssa.Extract, *ssa.Alloc:
	case *ssa.UnOp:
		if v.Op == token.MUL {
			t.store(v.X)
		}
	case *ssa.Phi:
		t.seen[v], t.work = true, append(t.work, v)
		for _, edge := range v.Edges {
			t.made(edge)
		}
	default:
		t.fate.Gone = true
	}
	t.alias(v)
}

// outer follows a captured variable to the function that declares it.
func (t *follower) outer(v *ssa.FreeVar) {
	fn := v.Parent()
	at := slices.Index(fn.FreeVars, v)
	for instr := range Instrs(fn.Parent()) {
		if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
			t.store(mk.Bindings[at])
		}
	}
}

// field follows a value into a struct field: whatever reads the field of any
// instance may get it.
func (t *follower) field(v *types.Var) {
	if t.fields[v] {
		return
	}
	t.fields[v] = true
	if v.Pkg() != t.pkg || v.Exported() && t.pkg.Name() != "main" {
		t.fate.Gone = true
		return
	}
	for _, part := range t.uses().fields[v] {
		t.alias(part)
		for _, ref := range ssabuild.Referrers(part) {
			t.stored(ref, part)
		}
	}
}

// closure follows a captured value into a literal, and looks at method values.
func (t *follower) closure(v ssa.Value, mk *ssa.MakeClosure) {
	fn := mk.Fn.(*ssa.Function)
	for i, b := range mk.Bindings {
		if b != v {
			continue
		}
		if fn.Syntax() != nil {
			t.alias(fn.FreeVars[i])
		} else if obj, ok := fn.Object().(*types.Func); ok && t.methods[obj.Name()] {
			t.fate.Stopped = true
		} else if src, _ := t.Func(fn); src != nil {
			t.alias(src.Params[0])
		}
	}
}
