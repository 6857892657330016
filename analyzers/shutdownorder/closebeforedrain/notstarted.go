package closebeforedrain

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// notStarted reports whether instr runs only while a field is still zero that the
// function starting a goroutine sets:
//
//	if s.cancel == nil {
//		close(s.jobs) // Start was never called
func notStarted(instr, start ssa.Instruction) bool {
	block := instr.Block()
	for dom := block.Idom(); dom != nil; dom = dom.Idom() {
		test, ok := dom.Instrs[len(dom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		field, onZero := zeroTest(test.Cond)
		if field == nil {
			continue
		}
		if branch := dom.Succs[onZero]; len(branch.Preds) == 1 && branch.Dominates(block) && setsField(start.Parent(), field) {
			return true
		}
	}
	return false
}

// zeroTest returns the field that a condition asks about, and the successor of
// the branch taken while it is nil or false.
func zeroTest(cond ssa.Value) (*ssa.FieldAddr, int) {
	switch c := cond.(type) {
	case *ssa.BinOp:
		zero, ok := c.Y.(*ssa.Const)
		if !ok || !zero.IsNil() || c.Op != token.EQL && c.Op != token.NEQ {
			return nil, 0
		}
		field := loaded(c.X)
		if c.Op == token.NEQ {
			return field, 1
		}
		return field, 0
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return loaded(c.X), 0
		}
		return loaded(c), 1
	}
	return nil, 0
}

// loaded returns the address of the field that v was read from.
func loaded(v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	addr, _ := load.X.(*ssa.FieldAddr)
	return addr
}

// setsField reports whether fn assigns to the field of such a struct.
func setsField(fn *ssa.Function, field *ssa.FieldAddr) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if to, ok := st.Addr.(*ssa.FieldAddr); ok && ssaflow.Field(to) == ssaflow.Field(field) {
				return true
			}
		}
	}
	return false
}
