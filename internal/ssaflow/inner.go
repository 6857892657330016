package ssaflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Inner returns the one call of a function of the package that a goroutine is a
// literal for, beside what it defers; nil for other goroutines.
//
//	go func() {
//		defer recoverPanic()
//		shared.listen()
//	}()
func (s Start) Inner() *ssa.CallCommon {
	if len(s.Bodies) != 1 || s.Bodies[0].Parent() == nil || len(s.Bodies[0].Blocks) == 0 || len(s.Bodies[0].Blocks[0].Succs) > 0 {
		return nil
	}
	var only *ssa.CallCommon
	for _, instr := range s.Bodies[0].Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.Go, *ssa.Select, *ssa.Send:
			return nil
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return nil
			}
		case *ssa.Call:
			if catalog.ContextRoots[Callee(instr.Common())] {
				continue
			}
			callee := instr.Common().StaticCallee()
			if only != nil || callee == nil || callee.Object() == nil || callee.Pkg != s.Bodies[0].Pkg {
				return nil
			}
			only = instr.Common()
		}
	}
	return only
}

// Runs returns the functions that a goroutine may run, the one that a literal only calls
// included, and what the last of them is given.
func (s Start) Runs() ([]*ssa.Function, []ssa.Value) {
	if inner := s.Inner(); inner != nil {
		return append(s.Bodies[:1:1], inner.StaticCallee()), inner.Args
	}
	return s.Bodies, s.Instr.Common().Args
}
