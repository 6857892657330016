package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// uses is where a package uses its fields and variables, in source order.
type uses struct {
	fields  map[*types.Var][]ssa.Value // a field of any instance, or its address
	globals map[*ssa.Global][]ssa.Instruction
}

// findUses looks at each instruction once, for the many that ask about one field.
func (f *Flow) findUses() *uses {
	u := &uses{fields: make(map[*types.Var][]ssa.Value), globals: make(map[*ssa.Global][]ssa.Instruction)}
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				u.fields[Field(instr)] = append(u.fields[Field(instr)], instr)
			case *ssa.Field:
				field := structField(instr.X.Type(), instr.Field).Origin()
				u.fields[field] = append(u.fields[field], instr)
			case *ssa.UnOp:
				u.global(instr.X, instr)
			case *ssa.Store:
				u.global(instr.Addr, instr)
			}
		}
	}
	return u
}

func (u *uses) global(addr ssa.Value, instr ssa.Instruction) {
	if g, ok := addr.(*ssa.Global); ok {
		u.globals[g] = append(u.globals[g], instr)
	}
}

// FieldUses returns where the package takes a field of any instance, or its address.
func (f *Flow) FieldUses(field *types.Var) []ssa.Value { return f.uses().fields[field] }
