package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

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
	if inTest(fn) || !inTest(instr.Parent()) {
		f.callers[fn] = append(f.callers[fn], instr)
	}
	for i, arg := range instr.Common().Args {
		if i+bound < len(fn.Params) {
			f.unify(fn.Params[i+bound], arg)
		}
	}
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
