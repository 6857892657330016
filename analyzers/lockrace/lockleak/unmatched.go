package lockleak

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// unmatched returns the doubt that a value is always one of those that the path compares it with, and finds
// it to be none of, as in a switch without a default.
func unmatched(leak lockuse.Leak) []verdict.DoubtAt {
	compared := make(map[ssa.Value]int)
	for i, b := range leak.Path[:max(len(leak.Path)-1, 0)] {
		test, ok := lockset.LastOf(b).(*ssa.If)
		if !ok || leak.Path[i+1] != b.Succs[1] {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL {
			continue
		}
		if _, constant := cmp.Y.(*ssa.Const); !constant {
			continue
		}
		if compared[cmp.X]++; compared[cmp.X] > 1 {
			return []verdict.DoubtAt{verdict.Branches.At(test.Cond.Pos())}
		}
	}
	return nil
}
