package lockstate

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Lock is a lock in one of its two modes.
type Lock struct {
	Path
	Read bool
}

// An Op is one thing that an instruction does to a lock.
type Op struct {
	Lock
	Acquire bool
	Try     bool         // only when the call says so
	Net     bool         // the instruction leaves it so; else it takes the lock and gives it back
	Sure    bool         // not only under a condition that the caller may control
	Key     string       // see [Place]
	Field   *types.Var   // the field that is the lock, if it is one
	Loads   []*types.Var // see [Place]
	Callee  *types.Func  // the function that does it, nil when the call is that of the lock's method
	At      token.Pos    // where the callee does it, if in this package
}

// Ops returns what a call does to locks, itself or through what it calls.
func (p *Package) Ops(call *ssa.CallCommon) []Op {
	if ops, ok := p.ops[call]; ok {
		return ops
	}
	ops, direct := p.direct(call)
	if direct {
		p.ops[call] = ops // summaries change until they are final, these do not
		return ops
	}
	return p.indirect(call)
}

// direct returns the operation of a lock's own method.
func (p *Package) direct(call *ssa.CallCommon) ([]Op, bool) {
	fn, args := p.target(call)
	if fn == nil || len(args) == 0 {
		return nil, false
	}
	op, ok := catalog.Locks[callmatch.Name(fn)]
	if !ok {
		return nil, false
	}
	pl := p.place(args[0])
	return []Op{{
		Lock: Lock{pl.Path, op.Read}, Acquire: op.Acquire, Try: op.Try, Net: true, Sure: true,
		Key: pl.Key, Field: pl.Field, Loads: pl.Loads,
	}}, true
}

// target returns the function or method that a call names, and its arguments
// with the receiver first; method values bring their receiver along.
func (p *Package) target(call *ssa.CallCommon) (*types.Func, []ssa.Value) {
	if call.IsInvoke() {
		return call.Method, append([]ssa.Value{call.Value}, call.Args...)
	}
	if mc := p.closureOf(call.Value); mc != nil {
		if bound := mc.Fn.(*ssa.Function); isBound(bound) {
			fn, _ := bound.Object().(*types.Func)
			return fn, append(slices.Clone(mc.Bindings), call.Args...)
		}
	}
	if callee := call.StaticCallee(); callee != nil {
		fn, _ := callee.Object().(*types.Func)
		return fn, call.Args
	}
	return nil, nil
}

// closureOf returns the literal or method value that v holds, also when it went
// through a variable that is assigned once.
func (p *Package) closureOf(v ssa.Value) *ssa.MakeClosure {
	for {
		switch x := v.(type) {
		case *ssa.MakeClosure:
			return x
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			alloc := p.alloc(x.X)
			if x.Op != token.MUL || alloc == nil {
				return nil
			}
			if v = onlyStore(alloc); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
}

// isBound reports whether fn is the wrapper of a method value.
func isBound(fn *ssa.Function) bool {
	return fn.Synthetic != "" && fn.Parent() == nil && len(fn.FreeVars) == 1 && fn.Object() != nil
}

// Callee returns the function of this package whose body a call runs, or nil.
func (p *Package) Callee(call *ssa.CallCommon) *Func {
	if mc := p.closureOf(call.Value); mc != nil && !call.IsInvoke() {
		fn := mc.Fn.(*ssa.Function)
		if !isBound(fn) {
			return p.byFunc[fn]
		}
	}
	if call.IsInvoke() {
		return p.implementation(call)
	}
	if callee := call.StaticCallee(); callee != nil {
		if origin := callee.Origin(); origin != nil {
			callee = origin
		}
		if f := p.byFunc[callee]; f != nil {
			return f
		}
	}
	if fn, _ := p.target(call); fn != nil {
		return p.byObject[fn.Origin()]
	}
	return nil
}

// implementation returns the only method that an interface call can reach, when
// the interface is an unexported one of this package with one implementation.
func (p *Package) implementation(call *ssa.CallCommon) *Func {
	named := callmatch.Named(call.Value.Type())
	if named == nil || named.Obj().Pkg() != p.types || named.Obj().Exported() {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	var found *Func
	for _, t := range p.named {
		ptr := types.NewPointer(t)
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, p.types, call.Method.Name())
		fn, _ := obj.(*types.Func)
		if fn == nil || found != nil {
			return nil
		}
		if found = p.byObject[fn.Origin()]; found == nil {
			return nil
		}
	}
	return found
}

// indirect returns what a callee's summary says, in the caller's terms.
func (p *Package) indirect(call *ssa.CallCommon) []Op {
	if result, ok := call.Value.(*ssa.Call); ok && !call.IsInvoke() {
		return p.returned(result) // lock()()
	}
	if ext, ok := call.Value.(*ssa.Extract); ok && !call.IsInvoke() {
		if result, ok := ext.Tuple.(*ssa.Call); ok {
			return p.returned(result)
		}
	}
	s := p.summaryOf(call)
	if s == nil {
		return nil
	}
	fn, args := p.target(call)
	return p.translate(s.Effects, fn, args)
}

// returned returns what calling a function that a call returned does.
func (p *Package) returned(result *ssa.Call) []Op {
	s := p.summaryOf(&result.Call)
	if s == nil {
		return nil
	}
	fn, args := p.target(&result.Call)
	return p.translate(s.Result, fn, args)
}

// summaryOf returns the summary of what a call calls, nil when nothing is known.
func (p *Package) summaryOf(call *ssa.CallCommon) *Summary {
	if f := p.Callee(call); f != nil {
		return &f.Summary
	}
	if fn, _ := p.target(call); fn != nil && !call.IsInvoke() && p.imported != nil && fn.Pkg() != p.types {
		return p.imported(fn.Origin())
	}
	return nil
}

func (p *Package) translate(effects []Effect, callee *types.Func, args []ssa.Value) []Op {
	var ops []Op
	for _, e := range effects {
		op := Op{
			Lock: Lock{Path{e.root, e.Fields}, e.Read}, Acquire: e.Acquire, Net: e.Net, Sure: e.Sure,
			Key: e.Key, Field: e.field, Loads: e.loads, Callee: callee, At: e.at,
		}
		if e.Param >= 0 {
			if e.Param >= len(args) {
				continue
			}
			base := p.place(args[e.Param])
			op.Path = Path{base.Root, base.Fields + e.Fields}
			op.Loads = append(base.Loads[:len(base.Loads):len(base.Loads)], e.loads...)
			if e.Key == "" {
				op.Key = base.Key
			}
			if e.Fields == "" {
				op.Field = base.Field
			}
			if _, ok := args[e.Param].Type().Underlying().(*types.Pointer); !ok && e.Fields != "" && !isPointerLike(args[e.Param]) {
				continue // a copy
			}
		}
		if op.Root == nil || len(op.Fields) > maxFields {
			continue
		}
		ops = append(ops, op)
	}
	return ops
}

// isPointerLike reports whether v is an interface made from a pointer.
func isPointerLike(v ssa.Value) bool {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		_, iface := v.Type().Underlying().(*types.Interface)
		return iface
	}
	_, ok = mi.X.Type().Underlying().(*types.Pointer)
	return ok
}
