package goroutineleak

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// onlyCall returns the one call of a function of the package that a goroutine is a
// literal for, beside what it defers; nil for other goroutines.
//
//	go func() {
//		defer recoverPanic()
//		shared.listen()
//	}()
func onlyCall(start ssaflow.Start) *ssa.CallCommon {
	if len(start.Bodies) != 1 || start.Bodies[0].Parent() == nil || len(start.Bodies[0].Blocks) == 0 || len(start.Bodies[0].Blocks[0].Succs) > 0 {
		return nil
	}
	var only *ssa.CallCommon
	for _, instr := range start.Bodies[0].Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.Go, *ssa.Select, *ssa.Send:
			return nil
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return nil
			}
		case *ssa.Call:
			if catalog.ContextRoots[ssaflow.Callee(instr.Common())] {
				continue
			}
			callee := instr.Common().StaticCallee()
			if only != nil || callee == nil || callee.Object() == nil || callee.Pkg != start.Bodies[0].Pkg {
				return nil
			}
			only = instr.Common()
		}
	}
	return only
}

// runs returns the functions that a goroutine may run, the one that a literal only calls
// included, and what the last of them is given.
func runs(start ssaflow.Start) ([]*ssa.Function, []ssa.Value) {
	if inner := onlyCall(start); inner != nil {
		return append(start.Bodies[:1:1], inner.StaticCallee()), inner.Args
	}
	return start.Bodies, start.Instr.Common().Args
}
