package malformedinput

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// enough reports whether a value has the elements that an operation needs, by what made it.
func (s *search) enough(op operation) bool {
	return op.need > 0 && s.has(op.value, op.instr, op.need, maxWraps)
}

// has reports whether a value has so many elements at an instruction.
func (s *search) has(v ssa.Value, at ssa.Instruction, need int64, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		return s.topicParts(v) >= need || s.returns(v, 0, at, need, depth-1)
	case *ssa.Extract:
		if need == 1 && listed(v) {
			return true
		}
		call, ok := v.Tuple.(*ssa.Call)
		return ok && s.returns(call, v.Index, at, need, depth-1)
	case *ssa.UnOp:
		element, ok := v.X.(*ssa.IndexAddr)
		return ok && v.Op == token.MUL && s.elementHas(element.X, need)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return s.lacks(edge, at, need, depth-1) })
	}
	return false
}

// lacks reports whether a value may have fewer elements.
func (s *search) lacks(v ssa.Value, at ssa.Instruction, need int64, depth int) bool {
	if _, constant := v.(*ssa.Const); constant {
		return true // nil
	}
	return short(v, need) && !s.has(v, at, need, depth)
}

// returns reports whether the i-th result of a function of the package has so many elements, but where it
// returns an error that the caller has tested before an instruction.
//
//	return strings.Split(string(data), "\n"), nil
func (s *search) returns(call *ssa.Call, i int, at ssa.Instruction, need int64, depth int) bool {
	callees, complete := s.flow.Callees(call)
	if !complete || len(callees) == 0 {
		return false
	}
	for _, fn := range callees {
		for ret, results := range ssaflow.Returns(fn) {
			switch {
			case i >= len(results):
				return false
			case fails(results) && succeeded(call, at):
			case s.lacks(results[i], ret, need, depth):
				return false
			}
		}
	}
	return true
}

// fails reports whether results are those of a failure: the last one is an error, and not nil.
func fails(results []ssa.Value) bool {
	last := results[len(results)-1]
	c, ok := last.(*ssa.Const)
	return callmatch.IsError(last.Type()) && !(ok && c.IsNil())
}

// succeeded reports whether control comes to an instruction only where the error of a call is nil.
func succeeded(call *ssa.Call, at ssa.Instruction) bool {
	err := failure.Result(call, call.Call.Signature().Results().Len()-1)
	if err == nil {
		return false
	}
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) > 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if ok && failure.ComparesNil(test) && test.X == err && (b.Idom().Succs[0] == b) == (test.Op == token.EQL) {
			return true
		}
	}
	return false
}

// elementHas reports whether each element of a list has so many elements: a match has one for each group of
// its expression, and no field of a text is empty.
func (s *search) elementHas(list ssa.Value, need int64) bool {
	if cut, ok := list.(*ssa.Slice); ok {
		return s.elementHas(cut.X, need)
	}
	call, ok := list.(*ssa.Call)
	if !ok {
		return false
	}
	name := ssaflow.Callee(&call.Call)
	return need == 1 && catalog.NonEmptyParts[name] || catalog.MatchLists[name] && max(s.groups(call.Call.Args[0]), 0) >= need-1
}
