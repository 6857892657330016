package stopneversignalled

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// forgotten reports whether something takes channels of the class, or the structs that hold one in a
// field, out of a map or slice: their goroutines are to end then.
func forgotten(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	return slices.ContainsFunc(flow.SSA.Funcs, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
			if !takesOut(call.Common()) {
				return false
			}
			switch t := call.Common().Args[0].Type().Underlying().(type) {
			case *types.Map:
				return holds(t.Elem(), c) || holds(t.Key(), c)
			case *types.Slice:
				return holds(t.Elem(), c)
			}
			return false
		})
	})
}

func takesOut(call *ssa.CallCommon) bool {
	builtin, ok := call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "delete" || catalog.TakesOut[ssaflow.Callee(call)]
}

// holds reports whether a type is that of the channels, or of a struct a field of which holds them.
func holds(t types.Type, c *ssaflow.Class) bool {
	if types.Identical(t, c.Makes[0].Type()) {
		return true
	}
	s, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if slices.Contains(c.Fields, f) {
			return true
		}
	}
	return false
}
