package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A dynamicCall waits for the class of the function it calls.
type dynamicCall struct {
	call    ssa.CallInstruction
	results map[int][]ssa.Value
	bound   map[*ssa.Function]bool
	unknown bool // already treated as a call of unknown code
}

// call records the operations and bindings of a call.
func (f *Flow) call(instr ssa.CallInstruction) {
	call := instr.Common()
	if b, ok := call.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			f.op(call.Args[0], func(c *Class) { c.Closes = append(c.Closes, Op{instr, false, -1}) })
		}
		return
	}
	if v, ok := instr.(*ssa.Call); ok && v.Type() != nil {
		if _, tuple := v.Type().(*types.Tuple); !tuple {
			f.resultOf(v, v, 0)
		}
	}
	f.flagCall(instr)
	if fn, bound := f.staticFunc(call); fn != nil {
		f.bind(instr, fn, bound)
		return
	}
	if call.IsInvoke() {
		if list := f.implementations(call); list != nil {
			for _, fn := range list {
				f.bind(instr, fn, 1)
			}
			return
		}
	} else if call.StaticCallee() == nil {
		f.op(call.Value, func(c *Class) { c.Calls = append(c.Calls, Op{instr, false, -1}) })
		f.dynamicFor(instr)
		return
	}
	if f.known(call) {
		return // takes contexts and gives derived ones
	}
	for _, arg := range call.Args {
		f.give(arg)
	}
}

// staticFunc returns the function of this package that a call names.
func (f *Flow) staticFunc(call *ssa.CallCommon) (*ssa.Function, int) {
	if call.IsInvoke() {
		return nil, 0
	}
	switch v := call.Value.(type) {
	case *ssa.Function:
		return f.Func(v)
	case *ssa.MakeClosure:
		return f.Func(v.Fn.(*ssa.Function))
	}
	return nil, 0
}

// static returns the functions that a call's result may come from, as far as
// that is known without classes.
func (f *Flow) static(instr ssa.CallInstruction) (fns []*ssa.Function, complete bool) {
	call := instr.Common()
	if fn, _ := f.staticFunc(call); fn != nil {
		return []*ssa.Function{fn}, true
	}
	if call.IsInvoke() {
		list := f.implementations(call)
		return list, list != nil
	}
	return nil, false
}

// implementations returns the methods that an interface call may run when only
// this package can implement it; nil when others can.
func (f *Flow) implementations(call *ssa.CallCommon) []*ssa.Function {
	if call.Method.Exported() || call.Method.Pkg() != f.pkg {
		return nil
	}
	iface, ok := call.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var list []*ssa.Function
	for _, fn := range f.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || obj.Name() != call.Method.Name() {
			continue
		}
		if recv := obj.Signature().Recv(); recv != nil && types.Implements(recv.Type(), iface) {
			list = append(list, fn)
		}
	}
	return list
}

// bind unifies arguments and parameters. bound is the number of parameters that
// the call does not pass as an argument: the receiver of a method value.
func (f *Flow) bind(instr ssa.CallInstruction, fn *ssa.Function, bound int) {
	f.callers[fn] = append(f.callers[fn], instr)
	for i, arg := range instr.Common().Args {
		if i+bound < len(fn.Params) {
			f.unify(fn.Params[i+bound], arg)
		}
	}
}

func (f *Flow) dynamicFor(instr ssa.CallInstruction) *dynamicCall {
	for i := len(f.dynamic) - 1; i >= 0; i-- {
		if f.dynamic[i].call == instr {
			return f.dynamic[i]
		}
	}
	d := &dynamicCall{call: instr, results: make(map[int][]ssa.Value), bound: make(map[*ssa.Function]bool)}
	f.dynamic = append(f.dynamic, d)
	return d
}

// deferResult binds the i-th result of a call whose callee is not known by name.
func (f *Flow) deferResult(call *ssa.Call, v ssa.Value, i int) {
	if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		f.foreign(v)
		return
	}
	d := f.dynamicFor(call)
	d.results[i] = append(d.results[i], v)
}

// solve binds the calls of function values until nothing changes: a class of
// functions grows with every binding, and a function that gets out can be called
// by anybody.
func (f *Flow) solve() {
	for changed := true; changed; {
		changed = false
		for _, d := range f.dynamic {
			if f.solveCall(d) {
				changed = true
			}
		}
		for _, c := range f.classes {
			if !c.OutSends && !c.OutReceives {
				continue
			}
			for _, fn := range f.targets(c) {
				if f.openFunc(fn.fn) {
					changed = true
				}
			}
		}
	}
}

type target struct {
	fn    *ssa.Function
	bound int
}

// targets returns the functions of this package in a class.
func (f *Flow) targets(c *Class) []target {
	var list []target
	for _, m := range c.Makes {
		var fn *ssa.Function
		switch m := m.(type) {
		case *ssa.Function:
			fn = m
		case *ssa.MakeClosure:
			fn = m.Fn.(*ssa.Function)
		default:
			continue
		}
		if src, bound := f.Func(fn); src != nil {
			list = append(list, target{src, bound})
		}
	}
	return list
}

func (f *Flow) solveCall(d *dynamicCall) bool {
	changed := false
	c := f.class(d.call.Common().Value)
	for _, t := range f.targets(c) {
		if d.bound[t.fn] {
			continue
		}
		d.bound[t.fn] = true
		changed = true
		f.bind(d.call, t.fn, t.bound)
		for i, values := range d.results {
			for _, v := range values {
				f.union(result{t.fn, i}, v)
			}
		}
	}
	if !d.unknown && (c.Foreign || len(f.targets(c)) < len(c.Makes) || len(c.Makes) == 0) {
		d.unknown, changed = true, true
		for _, arg := range d.call.Common().Args {
			f.give(arg)
		}
		for _, values := range d.results {
			for _, v := range values {
				f.foreign(v)
			}
		}
	}
	return changed
}

// Callees returns the functions of this package that a call may run, and
// whether these are all.
func (f *Flow) Callees(instr ssa.CallInstruction) (fns []*ssa.Function, complete bool) {
	if fns, complete = f.static(instr); complete {
		return fns, true
	}
	call := instr.Common()
	if call.IsInvoke() || call.StaticCallee() != nil {
		return nil, false
	}
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return nil, false
	}
	return f.Bodies(call.Value)
}

// Bodies returns the functions of this package that a function value may be,
// and whether these are all.
func (f *Flow) Bodies(v ssa.Value) (fns []*ssa.Function, complete bool) {
	c := f.Class(v)
	if c == nil {
		return nil, false
	}
	list := f.targets(c)
	for _, t := range list {
		fns = append(fns, t.fn)
	}
	return fns, !c.Foreign && len(list) == len(c.Makes) && len(list) > 0
}

// methodOf returns the named type that declares fn, or nil.
func methodOf(fn *ssa.Function) *types.TypeName {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Signature().Recv() == nil {
		return nil
	}
	if named := callmatch.Named(obj.Signature().Recv().Type()); named != nil {
		return named.Origin().Obj()
	}
	return nil
}
