package races

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// ofReceiver reports whether the object is known to be the one that the method is called
// on, which reads without a lock what it alone writes: c == other && other.echo.
func ofReceiver(p *lockset.Package, a *access.Access) bool {
	if a.Write || a.Struct == nil || a.Func.SSA.Signature.Recv() == nil {
		return false
	}
	self := p.Place(a.Func.SSA.Params[0]).Path
	for b := a.Instr.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := branch.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue
		}
		same := b.Idom().Succs[0]
		if cmp.Op == token.NEQ {
			same = b.Idom().Succs[1]
		}
		x, y := p.Place(cmp.X).Path, p.Place(cmp.Y).Path
		if same == b && len(b.Preds) == 1 && (x == self && y == a.Owner || y == self && x == a.Owner) {
			return true
		}
	}
	return false
}
