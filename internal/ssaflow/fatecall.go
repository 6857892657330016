package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

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
	for _, ref := range ssabuild.Referrers(call) {
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
			t.fate.Given = append(t.fate.Given, instr)
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
