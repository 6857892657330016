package sendcount

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Whole stands for the received value itself, where a number would stand for one of
// its fields.
const Whole = -1

// ValueOf returns what op sends.
func ValueOf(op ssaflow.Op) ssa.Value {
	if sel, ok := op.Instr.(*ssa.Select); ok {
		return sel.States[op.State].Send
	}
	return op.Instr.(*ssa.Send).X
}

// ValuesOf returns what may be in a field of v, with nil for what is not known.
func ValuesOf(v ssa.Value, field int) []ssa.Value {
	if field == Whole {
		return []ssa.Value{v}
	}
	if c, ok := v.(*ssa.Const); ok {
		return []ssa.Value{c}
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	literal, ok := v.(*ssa.Alloc)
	if !ok {
		return []ssa.Value{nil}
	}
	var list []ssa.Value
	for _, ref := range ssabuild.Referrers(literal) {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.Field == field {
				list = append(list, storedIn(ref)...)
			}
		case *ssa.Store, ssa.CallInstruction, *ssa.MakeClosure:
			return []ssa.Value{nil}
		}
	}
	return list
}

// storedIn returns what is stored at addr.
func storedIn(addr *ssa.FieldAddr) []ssa.Value {
	var list []ssa.Value
	for _, ref := range ssabuild.Referrers(addr) {
		switch ref := ref.(type) {
		case *ssa.Store:
			list = append(list, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			list = append(list, nil)
		}
	}
	return list
}

// IsZero reports whether v is nil, false or an empty struct.
func IsZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.ExactString() == "false")
}

// Condition returns the comparison that control leaves b on.
func Condition(b *ssa.BasicBlock) (*ssa.BinOp, bool) {
	cond, ok := ssainstr.LastOf(b).(*ssa.If)
	if !ok {
		return nil, false
	}
	cmp, ok := cond.Cond.(*ssa.BinOp)
	return cmp, ok
}

// excludes reports whether control does not take the i-th edge out of b when value
// is not nil.
func excludes(b *ssa.BasicBlock, i int, value ssa.Value) bool {
	cmp, ok := Condition(b)
	if !ok || value == nil || cmp.X != value || !ssainstr.IsNil(cmp.Y) {
		return false
	}
	return cmp.Op == token.NEQ && i == 1 || cmp.Op == token.EQL && i == 0
}
