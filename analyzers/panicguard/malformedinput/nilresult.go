package malformedinput

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// nilResults returns the uses of results that are nil where the call has failed, and which control comes to
// then as well:
//
//	u, err := url.Parse(addr)
//	if err != nil {
//		log.Print(err)
//	}
//	return u.Path
func nilResults(fn *ssa.Function) (list []operation) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || !fails(call) {
			continue
		}
		result, err := extracted(call, 0), extracted(call, 1)
		name := ssaflow.Callee(&call.Call)
		if result == nil || err == nil && !catalog.FailsForInput[name] && !catalog.FailsForPeer[name] {
			continue
		}
		for _, use := range *result.Referrers() {
			if derefs(use, result) && (err == nil || afterFailure(call, err, use)) {
				list = append(list, operation{instr: use, value: result, kind: nilResult, certain: catalog.FailsForPeer[name] || err != nil && nilWithError(call)})
				break
			}
		}
	}
	return list
}

// fails reports whether a call returns a pointer or an interface, and an error.
func fails(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	if results.Len() != 2 || !callmatch.IsError(results.At(1).Type()) {
		return false
	}
	switch results.At(0).Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// extracted returns the i-th result of a call, nil if it is not used.
func extracted(call *ssa.Call, i int) *ssa.Extract {
	for _, ref := range *call.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i && used(x) {
			return x
		}
	}
	return nil
}

func used(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); !debug {
			return true
		}
	}
	return false
}

// derefs reports whether an instruction panics where v is nil.
func derefs(instr ssa.Instruction, v ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		return instr.X == v
	case *ssa.UnOp:
		return instr.Op == token.MUL && instr.X == v
	case *ssa.Call:
		return instr.Call.IsInvoke() && instr.Call.Value == v
	}
	return false
}
