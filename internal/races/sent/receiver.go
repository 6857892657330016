package sent

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// inGoroutine reports whether the package starts a goroutine that runs f.
func inGoroutine(f *lockset.Func) bool {
	if f == nil {
		return false
	}
	roots := make(map[*lockset.Func]bool)
	f.Roots(roots, make(map[*lockset.Func]bool))
	for root := range roots {
		if root != nil && slices.ContainsFunc(root.Sites, func(s lockset.Site) bool { return s.Start || s.Began != nil }) {
			return true
		}
	}
	return false
}

// taken returns the values that a receive yields.
func taken(op ssaflow.Op) []ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.UnOp:
		if !instr.CommaOk {
			return []ssa.Value{instr}
		}
		return extracts(instr, 0)
	case *ssa.Select:
		index := 2
		for i, s := range instr.States {
			if i == op.State {
				return extracts(instr, index)
			}
			if s.Dir == types.RecvOnly {
				index++
			}
		}
	}
	return nil
}

// extracts returns the values that one result of an instruction is in.
func extracts(tuple ssa.Value, index int) (list []ssa.Value) {
	for _, ref := range ssabuild.Referrers(tuple) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == index {
			list = append(list, ex)
		}
	}
	return list
}

// used returns where a field of one of the values is accessed, by the function that has it or by one that
// it passes it to.
func used(values []ssa.Value, field *types.Var, depth int) *ssa.FieldAddr {
	for _, v := range values {
		for _, ref := range ssabuild.Referrers(v) {
			if use := usedBy(v, ref, field, depth); use != nil {
				return use
			}
		}
	}
	return nil
}

func usedBy(v ssa.Value, ref ssa.Instruction, field *types.Var, depth int) *ssa.FieldAddr {
	switch ref := ref.(type) {
	case *ssa.FieldAddr:
		if ref.X == v && ssaflow.Field(ref) == field {
			return ref
		}
	case *ssa.TypeAssert:
		if ref.CommaOk {
			return used(extracts(ref, 0), field, depth)
		}
		return used([]ssa.Value{ref}, field, depth)
	case ssa.CallInstruction:
		callee := ref.Common().StaticCallee()
		if callee == nil || depth == 0 || len(callee.Params) != len(ref.Common().Args) {
			return nil
		}
		for i, arg := range ref.Common().Args {
			if arg != v {
				continue
			}
			if use := used([]ssa.Value{callee.Params[i]}, field, depth-1); use != nil {
				return use
			}
		}
	}
	return nil
}
