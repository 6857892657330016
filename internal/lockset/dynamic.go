package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// resolveValues finds the calls of the functions that are used as values, where every value ends
// in calls of this package: through variables, fields that importers cannot name, parameters of
// the package's functions, and elements of what such fields and variables hold.
func (p *Package) resolveValues() {
	uses := p.valueUses()
	p.dynamic = make(map[ssa.CallInstruction][]*Func)
	for _, f := range p.Funcs {
		if len(uses[f]) == 0 {
			continue
		}
		flow := &valueFlow{p: p, seen: make(map[any]bool)}
		for _, u := range uses[f] {
			flow.use(u.instr, u.value)
		}
		if flow.lost || len(flow.calls) == 0 {
			continue
		}
		f.Resolved = true
		f.Sites = append(f.Sites, flow.calls...)
		for _, s := range flow.calls {
			p.dynamic[s.Instr] = append(p.dynamic[s.Instr], f)
		}
	}
}

// Targets returns the functions of the package that a call runs, or starts.
func (p *Package) Targets(call ssa.CallInstruction) []*Func {
	if callee := p.Callee(call.Common()); callee != nil {
		return []*Func{callee}
	}
	if callee := p.Spawned(call.Common()); callee != nil {
		return []*Func{callee}
	}
	return p.dynamic[call]
}

// A valueUse is an instruction that uses a function as a value.
type valueUse struct {
	instr ssa.Instruction
	value ssa.Value
}

// valueUses returns where the functions of the package are used other than by calling them.
func (p *Package) valueUses() map[*Func][]valueUse {
	uses := make(map[*Func][]valueUse)
	p.fieldLoads = make(map[types.Object][]ssa.Value)
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				p.noteLoad(instr)
				for _, op := range instr.Operands(nil) {
					if target := p.valueOf(*op); target != nil && !p.justCalls(instr, *op, target) {
						uses[target] = append(uses[target], valueUse{instr, *op})
					}
				}
			}
		}
	}
	return uses
}

// valueOf returns the function that a value is: its name, a literal, or a method value.
func (p *Package) valueOf(v ssa.Value) *Func {
	switch v := v.(type) {
	case *ssa.Function:
		if origin := v.Origin(); origin != nil {
			v = origin
		}
		return p.ByFunc[v]
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if !isBound(fn) {
			return p.ByFunc[fn]
		}
		if obj, ok := fn.Object().(*types.Func); ok {
			return p.ByObject[obj.Origin()]
		}
	}
	return nil
}

// justCalls reports whether an instruction only calls or starts the function that it names.
func (p *Package) justCalls(instr ssa.Instruction, v ssa.Value, target *Func) bool {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.MakeClosure:
		return instr.Fn == v // its own literal; what it captures is used
	case ssa.CallInstruction:
		return p.Callee(instr.Common()) == target && instr.Common().Value == v || p.Spawned(instr.Common()) == target
	}
	return false
}

// noteLoad keeps the values that are loaded from fields and package variables.
func (p *Package) noteLoad(instr ssa.Instruction) {
	switch v := instr.(type) {
	case *ssa.UnOp:
		switch from := v.X.(type) {
		case *ssa.FieldAddr:
			if field := p.Place(from).Field; field != nil {
				p.fieldLoads[field] = append(p.fieldLoads[field], v)
			}
		case *ssa.Global:
			if obj := from.Object(); obj != nil {
				p.fieldLoads[obj] = append(p.fieldLoads[obj], v)
			}
		}
	case *ssa.Field:
		if field := p.Place(v).Field; field != nil {
			p.fieldLoads[field] = append(p.fieldLoads[field], v)
		}
	}
}
