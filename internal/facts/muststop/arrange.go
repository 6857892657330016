package muststop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// cleanup returns the result of fn that is a function which stops value, -1 if
// there is none:
//
//	func Provide() (*T, func(), error) { t := New(); return t, t.Stop, nil }
func cleanup(fn *ssa.Function, value ssa.Value, fact *Fact) int {
	for _, results := range ssaflow.Returns(fn) {
		for i, res := range results {
			if fact.Cleanup && Origin(res) == Origin(value) {
				return i
			}
			if mk, ok := Origin(res).(*ssa.MakeClosure); ok && stops(mk, value, fact) {
				return i
			}
		}
	}
	return -1
}

// arranged reports whether fn itself arranges for value to be stopped: it passes a function
// that stops it to a caller's function, a registry of hooks or a goroutine. A function that
// is called or deferred immediately is for fn's own errors.
func arranged(fn *ssa.Function, value ssa.Value, fact *Fact) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			mk, ok := instr.(*ssa.MakeClosure)
			if ok && stops(mk, value, fact) && slices.ContainsFunc(ssabuild.Referrers(mk), func(use ssa.Instruction) bool { return keeps(use, mk) }) {
				return true
			}
		}
	}
	return false
}

// keeps reports whether an instruction does something else with a function than
// to call it.
func keeps(use ssa.Instruction, fn ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.Call:
		return use.Call.Value != fn
	case *ssa.Defer:
		return use.Call.Value != fn
	}
	return true
}

// stops reports whether a literal or method value calls one of the methods on
// value, or calls value itself where that is a function.
func stops(mk *ssa.MakeClosure, value ssa.Value, fact *Fact) bool {
	fn := mk.Fn.(*ssa.Function)
	if fn.Syntax() == nil { // a method value
		obj, ok := fn.Object().(*types.Func)
		return ok && !fact.Cleanup && slices.Contains(fact.Methods, obj.Name()) && Origin(mk.Bindings[0]) == Origin(value)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && stopsBy(call.Common(), value, fact) {
				return true
			}
		}
	}
	return false
}

func stopsBy(call *ssa.CallCommon, value ssa.Value, fact *Fact) bool {
	callee := call.StaticCallee()
	switch {
	case fact.Cleanup:
		return Origin(call.Value) == Origin(value)
	case call.IsInvoke():
		return slices.Contains(fact.Methods, call.Method.Name()) && Origin(call.Value) == Origin(value)
	}
	return callee != nil && slices.Contains(fact.Methods, callee.Name()) && len(call.Args) > 0 && Origin(call.Args[0]) == Origin(value)
}
