package malformedinput

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// assertDoubts returns the doubt about a type assertion of a field in which the package itself stores values of the
// type, where it has taken the message apart.
func (s *search) assertDoubts(first found) []check.Doubt {
	assert, ok := first.instr.(*ssa.TypeAssert)
	if !ok || !s.stores(assert) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.MayBeTested, first.expr.Pos())}
}

// stores reports whether the package stores a value of the asserted type in the field that is asserted.
//
//	case kindInput:
//		var text string
//		if err := json.Unmarshal(data, &text); err != nil { return err }
//		m.Data = text
func (s *search) stores(assert *ssa.TypeAssert) bool {
	load, ok := assert.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	return slices.ContainsFunc(s.flow.SSA.Funcs, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			addr, ok := store.Addr.(*ssa.FieldAddr)
			made, boxed := store.Val.(*ssa.MakeInterface)
			if ok && boxed && ssaflow.Field(addr) == ssaflow.Field(field) && types.Identical(made.X.Type(), assert.AssertedType) {
				return true
			}
		}
		return false
	})
}
