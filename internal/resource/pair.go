package resource

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// pairs notes the calls of the function that end what is open without being given it, and the
// literals and functions of the package that contain one.
//
//	defer s.slots.Release()
func (t *tracker) pairs() {
	if t.o.Pair == nil {
		return
	}
	for instr := range ssaflow.Instrs(t.fn) {
		switch instr := instr.(type) {
		case *ssa.MakeClosure:
			if t.p.pairsIn(instr.Fn.(*ssa.Function), t.o, 2) {
				t.closure(instr, closes, make(map[ssa.Value]bool))
			}
		case ssa.CallInstruction:
			if fn := t.p.callee(instr.Common()); t.o.Pair(instr.Common()) || fn != nil && t.p.pairsIn(fn, t.o, 1) {
				r := closes
				if _, started := instr.(*ssa.Go); started {
					r = keeps
				}
				t.note(instr, r, Passed)
			}
		}
	}
}

// pairsIn reports whether a function contains such a call, or one it calls does.
func (p *Package) pairsIn(fn *ssa.Function, o *Opening, depth int) bool {
	if fn.Syntax() == nil { // a method value
		return o.Pair(&ssa.CallCommon{Value: fn})
	}
	for instr := range ssaflow.Instrs(fn) {
		if lit, ok := instr.(*ssa.MakeClosure); ok && depth > 0 && p.pairsIn(lit.Fn.(*ssa.Function), o, depth-1) {
			return true // such as what a sync.Once runs
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if inner := p.callee(call.Common()); o.Pair(call.Common()) || depth > 0 && inner != nil && p.pairsIn(inner, o, depth-1) {
			return true
		}
	}
	return false
}

// Same reports whether two values are read from the same place, or are the same constant.
func Same(a, b ssa.Value) bool {
	text := operand(a, 4)
	return text != "" && text == operand(b, 4)
}
