package sent

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// message returns the variable of a message that a function makes, nil for others.
func message(v, obj ssa.Value) *ssa.Alloc {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		obj = load.X
	}
	made, _ := obj.(*ssa.Alloc)
	return made
}

// held returns the pointers that a message gets when it is made, by the fields.
func held(made *ssa.Alloc) map[*types.Var]ssa.Value {
	list := make(map[*types.Var]ssa.Value)
	if made == nil {
		return list
	}
	for _, ref := range ssabuild.Referrers(made) {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(addr) {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(addr) && pointer(store.Val) != nil {
				list[ssaflow.Field(addr)] = store.Val
			}
		}
	}
	return list
}

// received returns the values of the object that a receive yields.
func (s send) received(op ssaflow.Op) []ssa.Value {
	values := taken(op)
	if s.via == nil {
		return values
	}
	var list []ssa.Value
	for _, v := range values {
		for _, ref := range ssabuild.Referrers(v) {
			list = append(list, fieldRead(ref, s.via)...)
		}
	}
	return list
}

// fieldRead returns what an instruction reads of a field of a message.
func fieldRead(instr ssa.Instruction, field *types.Var) (list []ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.Field:
		if st, ok := instr.X.Type().Underlying().(*types.Struct); ok && st.Field(instr.Field).Origin() == field {
			list = append(list, instr)
		}
	case *ssa.Store: // of a message into a variable
		if local, ok := instr.Addr.(*ssa.Alloc); ok {
			for _, ref := range ssabuild.Referrers(local) {
				if addr, ok := ref.(*ssa.FieldAddr); ok {
					list = append(list, fieldRead(addr, field)...)
				}
			}
		}
	case *ssa.FieldAddr:
		if ssaflow.Field(instr) != field {
			break
		}
		for _, ref := range ssabuild.Referrers(instr) {
			if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL {
				list = append(list, load)
			}
		}
	}
	return list
}
