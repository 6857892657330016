package closebeforedrain

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// joinedByOther reports whether a type that is not the closer's counts the goroutine
// in a group: it may wait for it before it stops what closes.
func joinedByOther(s ssaflow.Start, closer *ssa.Function) bool {
	starter, own := ownerOf(s.Instr.Parent()), ownerOf(closer)
	if starter == nil || own == nil || starter.Obj() == own.Obj() {
		return false
	}
	if group, ok := strings.CutSuffix(s.Starter, ".Go"); ok && catalog.Joins[group+".Wait"] {
		return true
	}
	bodies, _ := s.Runs()
	return slices.ContainsFunc(bodies, func(body *ssa.Function) bool {
		for instr := range ssaflow.Instrs(body) {
			if d, ok := instr.(*ssa.Defer); ok && countsDown(&d.Call) {
				return true
			}
		}
		return false
	})
}

// countsDown reports whether a call is that of Done, or of a literal that calls it.
func countsDown(call *ssa.CallCommon) bool {
	lit, ok := call.Value.(*ssa.MakeClosure)
	if !ok {
		return catalog.WaitGroupMethods[ssaflow.Callee(call)] == "done"
	}
	for instr := range ssaflow.Instrs(lit.Fn.(*ssa.Function)) {
		if inner, ok := instr.(*ssa.Call); ok && catalog.WaitGroupMethods[ssaflow.Callee(&inner.Call)] == "done" {
			return true
		}
	}
	return false
}

// ownerOf returns the type that fn, or the function around it, is a method of.
func ownerOf(fn *ssa.Function) *types.Named {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if recv := fn.Signature.Recv(); recv != nil {
		return callmatch.Named(recv.Type())
	}
	return nil
}
