package unguarded

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// retested returns where the variable of a read is tested for nil before, and loaded again for the read, which
// dereferences it: what another goroutine stores between the two is not tested.
//
//	if current != nil {
//		current.track.Write(frame)
//	}
func retested(a *access.Access) token.Pos {
	load, ok := a.Instr.(*ssa.UnOp)
	if !ok || a.Write || a.Content || load.Op != token.MUL || !dereferenced(load) {
		return token.NoPos
	}
	for b := load.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !lockset.IsNilConst(test.Y) || (test.Op != token.NEQ || b.Idom().Succs[0] != b) && (test.Op != token.EQL || b.Idom().Succs[1] != b) {
			continue
		}
		tested, ok := test.X.(*ssa.UnOp)
		if ok && tested != load && tested.Op == token.MUL && a.Func.Pkg.Place(tested.X).Path == a.Func.Pkg.Place(load.X).Path {
			return access.LoadPos(tested)
		}
	}
	return token.NoPos
}

// dereferenced reports whether a pointer or interface that is loaded panics where it is nil: by the field that it
// leads to, or by a call of a method of an interface.
func dereferenced(load *ssa.UnOp) bool {
	return slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return ref.X == load
		case *ssa.UnOp:
			return ref.Op == token.MUL
		case ssa.CallInstruction:
			return ref.Common().IsInvoke() && ref.Common().Value == load
		}
		return false
	})
}
