package captured

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// learned reports whether a write of a local variable is made once, where it is still nil: what
// follows from it, such as an answer of the peer whose address it is, may come before any read.
//
//	if peer == nil {
//		peer = addr
//	}
func learned(p *lockset.Package, c *capture) bool {
	store, ok := c.instr.(*ssa.Store)
	if !ok || !c.write {
		return false
	}
	v := localAddress(p, store.Addr)
	for b := store.Block(); v != nil && b.Idom() != nil; b = b.Idom() {
		test, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL || b.Idom().Succs[0] != b {
			continue
		}
		load, ok := cmp.X.(*ssa.UnOp)
		null, isConst := cmp.Y.(*ssa.Const)
		if ok && isConst && null.IsNil() && load.Op == token.MUL && localAddress(p, load.X) == v {
			return true
		}
	}
	return false
}
