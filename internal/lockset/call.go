package lockset

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A callInfo is what a call names. It is found once; what summaries say about
// the callee changes until they are final.
type callInfo struct {
	Fn       *types.Func // the function or method
	Args     []ssa.Value // with the receiver first
	callee   *Func       // whose body runs, nil when that is elsewhere or not known
	imported *Summary    // of a function of another package
	direct   []Op        // of a lock's own method, nil for other calls

	ops     []Op // what the callee's summary of that version says
	version int
}

// Lookup returns what call names.
func (p *Package) Lookup(call *ssa.CallCommon) *callInfo {
	if c, ok := p.calls[call]; ok {
		return c
	}
	c := new(callInfo)
	p.calls[call] = c
	c.Fn, c.Args = p.findTarget(call)
	c.callee = p.findCallee(call, c.Fn)
	if c.Fn == nil {
		return c
	}
	if i, ok := catalog.Runs[callmatch.Name(c.Fn)]; ok && i < len(c.Args) && p.closureOf(c.Args[i]) != nil {
		inner := p.Lookup(p.calling(c.Args[i]))
		c.Fn, c.Args, c.callee, c.imported, c.direct = inner.Fn, inner.Args, inner.callee, inner.imported, inner.direct
		return c
	}
	if c.callee == nil && !call.IsInvoke() && p.imported != nil && c.Fn.Pkg() != p.Types {
		c.imported = p.imported(c.Fn.Origin())
	}
	if op, ok := catalog.Locks[callmatch.Name(c.Fn)]; ok && len(c.Args) > 0 {
		pl := p.Place(c.Args[0])
		c.direct = []Op{{
			Lock: Lock{pl.Path, op.Read}, Acquire: op.Acquire, Try: op.Try, Net: true, Sure: true,
			Key: pl.Key, Field: pl.Field, Loads: pl.Loads,
		}}
	}
	return c
}

// Target returns the function or method that a call names, and its arguments
// with the receiver first; method values bring their receiver along.
func (p *Package) Target(call *ssa.CallCommon) (*types.Func, []ssa.Value) {
	c := p.Lookup(call)
	return c.Fn, c.Args
}

// Callee returns the function of this package whose body a call runs, or nil.
func (p *Package) Callee(call *ssa.CallCommon) *Func { return p.Lookup(call).callee }

// Direct returns the operation of a lock's own method.
func (p *Package) Direct(call *ssa.CallCommon) ([]Op, bool) {
	ops := p.Lookup(call).direct
	return ops, ops != nil
}

// SummaryOf returns the summary of what a call calls, nil when nothing is known.
func (p *Package) SummaryOf(call *ssa.CallCommon) *Summary {
	c := p.Lookup(call)
	if c.callee != nil {
		return &c.callee.Summary
	}
	return c.imported
}

// calling returns the call of a function value, the same for each use of it.
func (p *Package) calling(v ssa.Value) *ssa.CallCommon {
	call, ok := p.callOf[v]
	if !ok {
		call = &ssa.CallCommon{Value: v}
		p.callOf[v] = call
	}
	return call
}

func (p *Package) findTarget(call *ssa.CallCommon) (*types.Func, []ssa.Value) {
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

func (p *Package) findCallee(call *ssa.CallCommon, target *types.Func) *Func {
	if call.IsInvoke() {
		if mi := MadeFrom(call.Value); mi != nil {
			return p.method(mi.X.Type(), call.Method.Name())
		}
		return p.implementation(call)
	}
	if mc := p.closureOf(call.Value); mc != nil {
		if fn := mc.Fn.(*ssa.Function); !isBound(fn) {
			return p.ByFunc[fn]
		}
	}
	if callee := call.StaticCallee(); callee != nil {
		if origin := callee.Origin(); origin != nil {
			callee = origin
		}
		if f := p.ByFunc[callee]; f != nil {
			return f
		}
	}
	if target != nil {
		return p.ByObject[target.Origin()]
	}
	return nil
}

// closureOf returns the literal or method value that v holds, also when it went
// through a variable that is assigned once.
func (p *Package) closureOf(v ssa.Value) *ssa.MakeClosure {
	for range 8 { // two variables may be assigned to each other
		switch x := v.(type) {
		case *ssa.MakeClosure:
			return x
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			alloc := p.Alloc(x.X)
			if x.Op != token.MUL || alloc == nil {
				return nil
			}
			if v = OnlyStore(alloc); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// isBound reports whether fn is the wrapper of a method value.
func isBound(fn *ssa.Function) bool {
	return fn.Synthetic != "" && fn.Parent() == nil && len(fn.FreeVars) == 1 && fn.Object() != nil
}

// implementation returns the only method that an interface call can reach, when
// the interface is an unexported one of this package with one implementation.
func (p *Package) implementation(call *ssa.CallCommon) *Func {
	if named := callmatch.Named(call.Value.Type()); named == nil || named.Obj().Exported() {
		return nil
	}
	return p.implementedHere(call)
}

// implementedHere returns the only method of the package that a call of an interface of this package
// can reach.
func (p *Package) implementedHere(call *ssa.CallCommon) *Func {
	named := callmatch.Named(call.Value.Type())
	if named == nil || named.Obj().Pkg() != p.Types {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	t, ok := p.implementers[named]
	if !ok {
		t = p.implementer(iface)
		p.implementers[named] = t
	}
	if t == nil {
		return nil
	}
	return p.method(types.NewPointer(t), call.Method.Name())
}

// LikelyOps returns what a call of an exported interface does to locks, when the package has one
// implementation of it. Importers may have others.
func (p *Package) LikelyOps(call *ssa.CallCommon) []Op {
	if !call.IsInvoke() || p.Callee(call) != nil {
		return nil
	}
	f := p.implementedHere(call)
	if f == nil {
		return nil
	}
	return p.translate(f.Summary.Effects, call.Method, append([]ssa.Value{call.Value}, call.Args...))
}

// method returns the method of a type, if it is one of this package.
func (p *Package) method(t types.Type, name string) *Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.Types, name)
	fn, _ := obj.(*types.Func)
	if fn == nil {
		return nil
	}
	return p.ByObject[fn.Origin()]
}

// MadeFrom returns the conversion that an interface value comes from, when the
// function itself makes it.
func MadeFrom(v ssa.Value) *ssa.MakeInterface {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			return x
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return nil
		}
	}
}

// implementer returns the only type of the package that implements iface, or nil.
func (p *Package) implementer(iface *types.Interface) *types.Named {
	var found *types.Named
	for _, t := range p.named {
		switch {
		case !types.Implements(types.NewPointer(t), iface):
		case found != nil:
			return nil
		default:
			found = t
		}
	}
	return found
}

func WithoutRecv(fn *types.Func) *types.Signature {
	sig := fn.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}
