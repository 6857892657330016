package sendcount

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// flagged reports whether a function sends one value at most, since a local variable
// remembers that it has sent:
//
//	for err := range errs {
//		if err == nil && !sent {
//			sent = true
//			first <- nil
//		}
//	}
//	if !sent {
//		first <- errNone
//	}
func (c SendCounter) flagged(fn *ssa.Function) bool {
	var list []*ssa.Send
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Send:
			if c.Flow.Class(instr.Chan) == c.Class {
				list = append(list, instr)
			}
		case ssa.CallInstruction:
			if fns, _ := c.Flow.Callees(instr); slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return c.from(fn, nil, nil, 2).all > 0 }) {
				return false
			}
		}
	}
	var flag map[*ssa.Phi]bool
	for _, send := range list {
		phis := unsetAt(send.Block())
		if flag == nil {
			flag = phis
		}
		if !overlap(flag, phis) || !setBehind(phis, send.Block()) && c.After(send, nil) > 0 {
			return false
		}
	}
	return len(flag) > 0
}

// unsetAt returns the forms in SSA of a flag that is not set where control comes to b:
// of a boolean variable that is given constants only.
func unsetAt(b *ssa.BasicBlock) map[*ssa.Phi]bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		test, ok := ssainstr.LastOf(d).(*ssa.If)
		if !ok {
			continue
		}
		cond, unset := test.Cond, 1
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, unset = not.X, 0
		}
		phi, ok := cond.(*ssa.Phi)
		if !ok || len(d.Succs[unset].Preds) > 1 || !d.Succs[unset].Dominates(b) {
			continue
		}
		if phis := make(map[*ssa.Phi]bool); isFlag(phi, phis) {
			return phis
		}
	}
	return nil
}

// isFlag reports whether a value is that of a boolean variable that is given constants
// only, and adds its forms to phis.
func isFlag(v ssa.Value, phis map[*ssa.Phi]bool) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && types.Identical(v.Type().Underlying(), types.Typ[types.Bool])
	case *ssa.Phi:
		if phis[v] {
			return true
		}
		phis[v] = true
		return !slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return !isFlag(edge, phis) })
	}
	return false
}

func overlap(a, b map[*ssa.Phi]bool) bool {
	for phi := range a {
		if b[phi] {
			return true
		}
	}
	return false
}

// setBehind reports whether the flag is set on a path from b.
func setBehind(phis map[*ssa.Phi]bool, b *ssa.BasicBlock) bool {
	for phi := range phis {
		for i, edge := range phi.Edges {
			set, ok := edge.(*ssa.Const)
			if ok && constant.BoolVal(set.Value) && b.Dominates(phi.Block().Preds[i]) {
				return true
			}
		}
	}
	return false
}
