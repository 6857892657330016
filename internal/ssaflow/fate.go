package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Fate is what becomes of a value that has to be stopped.
type Fate struct {
	// Stopped is set when one of the methods is called on it, now or later, or
	// taken as a method value.
	Stopped bool
	// Gone is set if it gets to where it cannot be followed: to a caller elsewhere, a
	// container, another package, a package-level variable.
	Gone bool
	// Given are the calls that give it to a named function of another package, and get
	// nothing for it that could be stopped in its place.
	Given []token.Pos
}

// Fate follows a pointer or interface value through the package: through local
// variables, captures, parameters, results and struct fields by name, and says
// whether one of the methods is called on it anywhere.
func (f *Flow) Fate(v ssa.Value, methods map[string]bool) *Fate {
	t := f.follower(methods)
	t.alias(v)
	return t.follow()
}

// KeptFate does the same for a value that is made elsewhere, and known here by the field or the
// variable of the package that keeps it.
func (f *Flow) KeptFate(v ssa.Value, methods map[string]bool) *Fate {
	t := f.follower(methods)
	t.globals = make(map[*ssa.Global]bool)
	t.made(v)
	return t.follow()
}

func (f *Flow) follower(methods map[string]bool) *follower {
	return &follower{Flow: f, methods: methods, seen: make(map[ssa.Value]bool), fields: make(map[*types.Var]bool), fate: new(Fate)}
}

func (t *follower) follow() *Fate {
	for len(t.work) > 0 && !t.fate.Stopped && !t.fate.Gone {
		next := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if refs := next.Referrers(); refs != nil {
			for _, ref := range *refs {
				t.use(next, ref)
			}
		}
	}
	return t.fate
}

type follower struct {
	*Flow
	methods map[string]bool
	seen    map[ssa.Value]bool // aliases, and addresses of variables that hold one
	work    []ssa.Value
	fields  map[*types.Var]bool
	globals map[*ssa.Global]bool // nil where they are not followed
	fate    *Fate
}

// alias adds a value that may be the followed one.
func (t *follower) alias(v ssa.Value) {
	if !t.seen[v] {
		t.seen[v] = true
		t.work = append(t.work, v)
	}
}

// use judges one use of an alias, or of the address of a variable that holds one.
func (t *follower) use(v ssa.Value, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.If, *ssa.BinOp, *ssa.Field:
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert:
		t.alias(instr.(ssa.Value))
	case *ssa.Extract:
		if instr.Index == 0 {
			t.alias(instr) // of a comma-ok assertion
		}
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			t.alias(instr)
		}
	case *ssa.FieldAddr:
		if structField(instr.X.Type(), instr.Field).Embedded() {
			t.alias(instr)
		}
	case *ssa.Store:
		if instr.Val == v {
			t.store(instr.Addr)
		}
	case *ssa.MakeClosure:
		t.closure(v, instr)
	case *ssa.Return:
		t.returned(v, instr)
	case ssa.CallInstruction:
		t.call(v, instr)
	default:
		t.fate.Gone = true
	}
}

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
		t.places(func(instr ssa.Instruction) bool {
			load, ok := instr.(*ssa.UnOp)
			return ok && load.X == v
		}, func(addr ssa.Value) bool { return addr == v })
	}
}

// places follows what reads a variable or field, and what is stored there: it may be stopped by
// the name that it has where it is made.
func (t *follower) places(reads func(ssa.Instruction) bool, is func(addr ssa.Value) bool) {
	for _, fn := range t.functions() {
		for instr := range Instrs(fn) {
			if reads(instr) {
				t.alias(instr.(ssa.Value))
			}
			if store, ok := instr.(*ssa.Store); ok && t.globals != nil && is(store.Addr) {
				t.made(store.Val)
			}
		}
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
	t.places(func(instr ssa.Instruction) bool { return reads(instr, v) }, func(addr ssa.Value) bool {
		field, ok := addr.(*ssa.FieldAddr)
		return ok && Field(field) == v
	})
}

// reads reports whether instr takes the field, or its address.
func reads(instr ssa.Instruction, field *types.Var) bool {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		return Field(instr) == field
	case *ssa.Field:
		return structField(instr.X.Type(), instr.Field).Origin() == field
	}
	return false
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

// returned follows a result to the callers, if all of them are known.
func (t *follower) returned(v ssa.Value, ret *ssa.Return) {
	fn := ret.Parent()
	callers, complete := t.Callers(fn)
	if !complete {
		t.fate.Gone = true
		return
	}
	for i, r := range ret.Results {
		if r != v {
			continue
		}
		for _, c := range callers {
			t.result(c, i)
		}
	}
}

func (t *follower) result(c ssa.CallInstruction, i int) {
	call, ok := c.(*ssa.Call)
	if !ok {
		return // dropped
	}
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		t.alias(call)
		return
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == i {
			t.alias(ex)
		}
	}
}

// call judges a call that gets the value as receiver or argument.
func (t *follower) call(v ssa.Value, instr ssa.CallInstruction) {
	call := instr.Common()
	if call.IsInvoke() && call.Value == v {
		t.fate.Stopped = t.fate.Stopped || t.methods[call.Method.Name()]
		if !slices.Contains(call.Args, v) {
			return
		}
	}
	callee := call.StaticCallee()
	receiver := callee != nil && callee.Signature.Recv() != nil && len(call.Args) > 0 && call.Args[0] == v
	if receiver && t.methods[callee.Name()] {
		t.fate.Stopped = true
		return
	}
	fns, complete := t.Callees(instr)
	if !complete {
		if !receiver || slices.Contains(call.Args[1:], v) {
			t.give(v, instr)
		}
		return
	}
	_, bound := t.staticFunc(call)
	for _, fn := range fns {
		for i, arg := range call.Args {
			if arg == v && i+bound < len(fn.Params) {
				t.alias(fn.Params[i+bound])
			}
		}
	}
}

// give judges a call of another package that gets the value as an argument. A parameter of
// an interface type without the methods cannot stop it.
func (t *follower) give(v ssa.Value, instr ssa.CallInstruction) {
	call := instr.Common()
	params := call.Signature().Params()
	skip := len(call.Args) - params.Len() // the receiver
	for i, arg := range call.Args {
		if arg != v || i < skip {
			continue
		}
		_, open := params.At(i - skip).Type().Underlying().(*types.Interface)
		switch {
		case open && params.At(i-skip).Type().Underlying().(*types.Interface).NumMethods() > 0 && !t.offers(params.At(i-skip).Type()):
		case call.StaticCallee() == nil || open || t.stoppable(call.Signature().Results()):
			t.fate.Gone = true
		default:
			t.fate.Given = append(t.fate.Given, instr.Pos())
		}
	}
}

// stoppable reports whether one of the results has a method that stops things: what was
// given for it may be stopped by that.
func (t *follower) stoppable(results *types.Tuple) bool {
	for v := range results.Variables() {
		if slices.ContainsFunc(catalog.StopMethods, func(name string) bool { return hasMethod(v.Type(), name) }) {
			return true
		}
	}
	return false
}

// offers reports whether values of type typ have one of the methods.
func (t *follower) offers(typ types.Type) bool {
	for name := range t.methods {
		if hasMethod(typ, name) {
			return true
		}
	}
	return false
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
