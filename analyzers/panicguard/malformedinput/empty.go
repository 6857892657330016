package malformedinput

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// originsFor returns the origins in which what is asked before an operation counts as a test of its value.
func (s *search) originsFor(op operation) *origins {
	if op.need > 1 {
		return s.several
	}
	return s.origins
}

// asksEmpty reports whether a condition asks only whether some text, or what it was split into, has any
// element.
func asksEmpty(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return asksEmpty(not.X)
	}
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	c, ok := test.Y.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	switch test.Op {
	case token.EQL, token.NEQ, token.GTR, token.LEQ:
		return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "" || constOf(c) == 0 && lengthOfText(test.X)
	case token.LSS, token.GEQ:
		return constOf(c) == 1 && lengthOfText(test.X)
	}
	return false
}

// lengthOfText reports whether a value is the length of a text, or of its parts. The length of a match is
// that of all of its groups, and what another function returns may have a fixed length.
func lengthOfText(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return false
	}
	of := call.Call.Args[0]
	if parts, ok := of.(*ssa.Call); ok {
		name := ssaflow.Callee(&parts.Call)
		_, splits := catalog.Splits[name]
		return splits && !catalog.Matches[name]
	}
	slice, ok := of.Type().Underlying().(*types.Slice)
	return isString(of.Type()) || ok && types.Identical(slice.Elem(), types.Typ[types.Byte])
}
