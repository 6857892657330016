package muststop

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// add records a fact, and reports whether it is new.
func (m *model) add(fn *ssa.Function, fact *Fact) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || m.facts[obj] != nil {
		return false
	}
	if fact.Value == Receiver && obj.Signature().Recv() == nil {
		return false
	}
	m.facts[obj] = fact
	m.local = append(m.local, obj)
	return true
}

// propagate passes obligations on: to a function that calls one on its own receiver, or on
// a value that it returns.
func (m *model) propagate() {
	for range 8 {
		changed := false
		for _, fn := range m.flow.SSA.Funcs {
			for instr := range ssaflow.Instrs(fn) {
				if call, ok := instr.(*ssa.Call); ok && m.handOn(call) {
					changed = true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// handOn looks at one call.
func (m *model) handOn(call *ssa.Call) bool {
	value, fact := m.Born(call)
	if fact == nil {
		return false
	}
	return m.owned(call, value, fact)
}

// Born returns the value that a call puts under obligation, or nil. A go statement does so for the
// jobs of a scheduler.
func (r *Result) Born(call ssa.CallInstruction) (ssa.Value, *Fact) {
	obj := ssaflow.Object(call.Common())
	if obj == nil {
		return nil, nil
	}
	fact := r.Fact(obj)
	value := call.Value()
	switch {
	case fact == nil, value == nil && !fact.Jobs, value != nil && fact.Blocks:
		return nil, nil
	case fact.Value == Receiver:
		return receiver(call.Common()), fact
	}
	if _, tuple := value.Type().(*types.Tuple); !tuple {
		return value, fact
	}
	for _, ref := range ssabuild.Referrers(value) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == fact.Value {
			return ex, fact
		}
	}
	return value, fact // the result is dropped
}

// receiver returns what a method is called on, nil for a method value, which has none among its
// arguments.
func receiver(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		return call.Value
	}
	if callee := call.StaticCallee(); callee == nil || len(callee.FreeVars) > 0 || len(call.Args) == 0 {
		return nil
	}
	return call.Args[0]
}

// owned records a fact on the function around instr if it passes the obligation for value
// on. A goroutine that is started only under a condition, such as a setting, creates no
// obligation: whether it runs is not known. Neither do functions that serve until they
// fail.
func (m *model) owned(instr ssa.Instruction, value ssa.Value, fact *Fact) bool {
	if servesAfter(instr) {
		return false
	}
	handed := HandsOn(instr.Parent(), value, fact)
	return handed != nil && always(instr, handed.Value) && m.add(instr.Parent(), handed)
}

// always reports whether every return that has a value and no error is reached after instr.
func always(instr ssa.Instruction, value int) bool {
	for ret, results := range ssaflow.Returns(instr.Parent()) {
		if instr.Block().Dominates(ret.Block()) {
			continue
		}
		n := len(results)
		failed := n > 0 && callmatch.IsError(results[n-1].Type()) && !isNil(results[n-1])
		if nothing := value >= 0 && isNil(results[value]); !failed && !nothing {
			return false
		}
	}
	return true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// HandsOn returns the fact about fn if it passes the obligation for value on: to the caller
// that gets a function that stops it, or has it as receiver or result. It returns nil
// otherwise.
func HandsOn(fn *ssa.Function, value ssa.Value, fact *Fact) *Fact {
	handed := *fact
	if handed.Value = cleanup(fn, value, fact); handed.Value >= 0 {
		handed.Cleanup = true
		return &handed
	}
	if fact.Cleanup || arranged(fn, value, fact) {
		return nil
	}
	if len(fn.Params) > 0 && fn.Signature.Recv() != nil && Origin(value) == ssa.Value(fn.Params[0]) {
		handed.Value = Receiver
		return &handed
	}
	for _, results := range ssaflow.Returns(fn) {
		for i, res := range results {
			if Origin(res) != Origin(value) {
				continue
			}
			if handed.Methods = offered(fn.Signature.Results().At(i).Type(), fact.Methods); len(handed.Methods) > 0 {
				handed.Value = i
				return &handed
			}
		}
	}
	return nil
}

// offered returns those of the methods that values of type t have.
func offered(t types.Type, methods []string) []string {
	var list []string
	for _, name := range methods {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); ok {
			list = append(list, name)
		}
	}
	return list
}
