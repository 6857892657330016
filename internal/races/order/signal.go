package order

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// toldIn reports whether b is the case of a select that receives from a field which is
// only closed: what was set before that is seen. Up is the block that chooses the case.
func toldIn(f *lockset.Func, up, b *ssa.BasicBlock) bool {
	branch, ok := lockset.LastOf(up).(*ssa.If)
	if !ok || up.Succs[0] != b || len(b.Preds) != 1 {
		return false
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	sel, i, ok := ssaflow.SelectCase(cmp)
	if !ok || sel.States[i].Send != nil || !lockset.Signals(sel.States[i].Chan) {
		return false
	}
	field := f.Pkg.Place(sel.States[i].Chan).Field
	return field != nil && !sendsOn(f.Pkg, field)
}

// sendsOn reports whether something is sent on a channel that a field has.
func sendsOn(p *lockset.Package, field *types.Var) bool {
	sends := lockset.Memo[fieldSends](p)
	if *sends == nil {
		*sends = fieldsSentOn(p)
	}
	return (*sends)[field]
}

// fieldSends are the fields whose channels something is sent on.
type fieldSends map[*types.Var]bool

func fieldsSentOn(p *lockset.Package) fieldSends {
	sends := make(fieldSends)
	for _, f := range p.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			for _, ch := range SentTo(instr) {
				sends[p.Place(ch).Field] = true
			}
		}
	}
	return sends
}
