package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// singleton reports whether the goroutine works for a value that the package
// makes once and keeps in a variable:
//
//	if shared == nil {
//		shared = &listener{…}
//		go shared.listen()
//	}
func singleton(flow *ssaflow.Flow, start ssa.CallInstruction) bool {
	args := start.Common().Args
	if start.Common().Signature().Recv() == nil && len(args) > 0 || len(args) == 0 {
		return false
	}
	fn, owner := start.Parent(), args[0]
	if keepsOne(fn, owner) {
		return true
	}
	callers, _ := flow.Callers(fn) // an exported constructor too: this is how it is meant to be called
	return len(callers) > 0 && returned(fn, owner) && !slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
		call, ok := c.(*ssa.Call)
		return !ok || !keepsOne(call.Parent(), call)
	})
}

// keepsOne reports whether fn stores v, or the first of the results v, in a
// package variable, or has read it from there, and asks that variable for nil.
func keepsOne(fn *ssa.Function, v ssa.Value) bool {
	tested := make(map[ssa.Value]bool)
	kept := make(map[ssa.Value]bool)
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if ex, ok := instr.Val.(*ssa.Extract); instr.Val == v || ok && ex.Tuple == v && ex.Index == 0 {
				kept[instr.Addr] = true
			}
		case *ssa.UnOp:
			if instr == v && instr.Op == token.MUL {
				kept[instr.X] = true
			}
		case *ssa.BinOp:
			if load, ok := instr.X.(*ssa.UnOp); ok && isNil(instr.Y) {
				tested[load.X] = true
			}
		}
	}
	for place := range kept {
		if _, ok := place.(*ssa.Global); ok && tested[place] {
			return true
		}
	}
	return false
}

// returned reports whether fn returns v.
func returned(fn *ssa.Function, v ssa.Value) bool {
	for instr := range ssaflow.Instrs(fn) {
		if ret, ok := instr.(*ssa.Return); ok && slices.Contains(ret.Results, v) {
			return true
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
