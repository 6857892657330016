package closedonreturn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

func isResponse(v ssa.Value) bool { return callmatch.TypeName(v.Type()) == "net/http.Response" }

func isBody(field *ssa.FieldAddr) bool {
	return isResponse(field.X) && ssaflow.Field(field).Name() == "Body"
}

// headOnly reports whether the callers of the function are known, and none of them reads the body of the response that
// it returns, or passes the response on.
func (e *ended) headOnly(p *check.Pass) bool {
	callers, _ := ssaflow.Of(p.Pass).Callers(e.by.Parent())
	return len(callers) > 0 && !slices.ContainsFunc(callers, func(instr ssa.CallInstruction) bool {
		call, ok := instr.(*ssa.Call)
		return !ok || slices.ContainsFunc(responses(call), func(resp ssa.Value) bool {
			return slices.ContainsFunc(ssabuild.Referrers(resp), func(ref ssa.Instruction) bool {
				switch ref := ref.(type) {
				case *ssa.DebugRef, *ssa.BinOp:
					return false
				case *ssa.FieldAddr:
					return isBody(ref)
				}
				return true
			})
		})
	})
}

// responses returns the results of a call that are responses.
func responses(call *ssa.Call) (list []ssa.Value) {
	for i := range call.Call.Signature().Results().Len() {
		if v := resource.Result(call, i); v != nil && isResponse(v) {
			list = append(list, v)
		}
	}
	return list
}

// readsBody reports whether the function reads the body of the response that it closes: what it returns then is
// the status and the header.
func (e *ended) readsBody() bool {
	reads := false
	for instr := range ssaflow.Instrs(e.by.Parent()) {
		field, ok := instr.(*ssa.FieldAddr)
		if !ok || !isBody(field) || !e.same(field.X) {
			continue
		}
		for _, ref := range ssabuild.Referrers(field) {
			if load, ok := ref.(*ssa.UnOp); ok {
				reads = reads || slices.ContainsFunc(ssabuild.Referrers(load), usesBody)
			}
		}
	}
	return reads
}

// usesBody reports whether an instruction does something else with a body than to close or return it.
func usesBody(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.Return, *ssa.Store:
		return false
	case ssa.CallInstruction:
		return receiver(instr.Common()) == nil
	}
	return true
}
