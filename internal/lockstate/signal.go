package lockstate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// toldIn reports whether b is the case of a select that receives from a field which is
// only closed: what was set before that is seen. Up is the block that chooses the case.
func (f *Func) toldIn(up, b *ssa.BasicBlock) bool {
	branch, ok := lastOf(up).(*ssa.If)
	if !ok || up.Succs[0] != b || len(b.Preds) != 1 {
		return false
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	sel, i, ok := ssaflow.SelectCase(cmp)
	if !ok || sel.States[i].Send != nil || !signals(sel.States[i].Chan) {
		return false
	}
	field := f.pkg.place(sel.States[i].Chan).Field
	return field != nil && !f.pkg.sendsOn(field)
}

// sendsOn reports whether something is sent on a channel that a field has.
func (p *Package) sendsOn(field *types.Var) bool {
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Send:
					if p.place(instr.Chan).Field == field {
						return true
					}
				case *ssa.Select:
					if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send != nil && p.place(s.Chan).Field == field }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// signals reports whether a receive from ch shows that something has happened. The end of a
// context, which a call returns, orders nothing.
func signals(ch ssa.Value) bool {
	_, call := ch.(*ssa.Call)
	return callmatch.IsSignal(ch.Type()) && !call
}
