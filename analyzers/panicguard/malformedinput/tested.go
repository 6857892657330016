package malformedinput

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// tested reports whether a condition is about the value, or about what may be tested in its place.
func (s *search) tested(op operation) bool {
	o := s.originsFor(op)
	return o.tested(op.instr, op.value, op.kind == asserts) || slices.ContainsFunc(op.others, func(other ssa.Value) bool {
		return o.tested(op.instr, other, false)
	})
}

// tested reports whether a condition that control has passed before an instruction is about a value, or
// about what it is cut from. Of one whose type is asserted, that it is not nil says nothing.
func (o *origins) tested(at ssa.Instruction, v ssa.Value, itself bool) bool {
	if v == nil {
		return false
	}
	about := make(map[string]bool)
	o.related(v, about, itself, maxDepth)
	for fn := at.Parent(); fn != nil; fn = fn.Parent() {
		for b := at.Block(); b.Idom() != nil; b = b.Idom() {
			branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
			if ok && !(itself && asksNil(branch.Cond)) && !(o.several && asksEmpty(branch.Cond)) && o.mentions(branch.Cond, about, make(map[ssa.Value]bool)) {
				return true
			}
		}
		made := madeAt(fn)
		if made == nil {
			return false
		}
		at = made
	}
	return false
}

// maxDepth bounds how far values are followed.
const maxDepth = 8

// madeAt returns the instruction that makes the closure of a literal, nil if there is none.
func madeAt(fn *ssa.Function) ssa.Instruction {
	if fn.Parent() == nil {
		return nil
	}
	for instr := range ssaflow.Instrs(fn.Parent()) {
		if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
			return mk
		}
	}
	return nil
}

func asksNil(cond ssa.Value) bool {
	test, ok := cond.(*ssa.BinOp)
	return ok && failure.ComparesNil(test)
}

// related notes the names of a value, and unless only itself counts, of what it is cut or made from, and of
// how long that is.
func (o *origins) related(v ssa.Value, about map[string]bool, itself bool, depth int) {
	if v == nil || depth == 0 {
		return
	}
	if _, constant := v.(*ssa.Const); constant || about[o.name(v)] {
		return
	}
	about[o.name(v)] = true
	follow := func(list ...ssa.Value) {
		for _, from := range list {
			o.related(from, about, itself, depth-1)
		}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		follow(v.Edges...)
	case *ssa.Extract:
		if assert, ok := v.Tuple.(*ssa.TypeAssert); ok {
			follow(assert.X)
		}
	case *ssa.MakeInterface:
		follow(v.X)
	case *ssa.Convert:
		follow(v.X)
	case *ssa.ChangeType:
		follow(v.X)
	}
	if itself {
		return
	}
	switch v := v.(type) {
	case *ssa.Slice:
		follow(v.X, v.Low, v.High)
	case *ssa.MakeSlice:
		follow(v.Len)
	case *ssa.BinOp:
		follow(v.X, v.Y)
	case *ssa.TypeAssert:
		follow(v.X)
	case *ssa.Call:
		if o.passesOn(&v.Call) {
			follow(v.Call.Args...)
		}
	}
}

// mentions reports whether a condition asks for one of the values. What an element is says nothing of how
// many there are.
func (o *origins) mentions(v ssa.Value, about map[string]bool, seen map[ssa.Value]bool) bool {
	if v == nil || seen[v] {
		return false
	}
	seen[v] = true
	if about[o.name(v)] {
		return true
	}
	var from []ssa.Value
	switch v := v.(type) {
	case *ssa.BinOp:
		from = []ssa.Value{v.X, v.Y}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			from = []ssa.Value{v.X}
		}
	case *ssa.Phi:
		from = v.Edges
	case *ssa.Extract:
		if _, lookup := v.Tuple.(*ssa.Lookup); !lookup {
			from = []ssa.Value{v.Tuple}
		}
	case *ssa.TypeAssert:
		from = []ssa.Value{v.X}
	case *ssa.MakeInterface:
		from = []ssa.Value{v.X}
	case *ssa.Convert:
		from = []ssa.Value{v.X}
	case *ssa.Slice:
		from = []ssa.Value{v.X}
	case *ssa.Call:
		if !fillsArgument(&v.Call) {
			from = v.Call.Args
		}
	}
	for _, x := range from {
		if o.mentions(x, about, seen) {
			return true
		}
	}
	return false
}
