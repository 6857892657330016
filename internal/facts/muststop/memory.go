package muststop

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// inMemory reports whether a function sends nothing, starts nothing and calls nothing but
// what works on memory, logs or reads the clock.
func (m *model) inMemory(fn *ssa.Function, depth int) bool {
	if depth == 0 {
		return false
	}
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.Go:
			return false
		case *ssa.Select:
			for _, s := range instr.States {
				if s.Send != nil {
					return false
				}
			}
		case ssa.CallInstruction:
			if !m.callsMemory(instr.Common(), depth) {
				return false
			}
		}
	}
	return true
}

func (m *model) callsMemory(call *ssa.CallCommon, depth int) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() != "close" // the goroutine that waits for it may do more
	}
	callee := call.StaticCallee()
	if callee == nil || callee.Pkg == nil {
		return false
	}
	if callee.Pkg.Pkg == m.pass.Pkg {
		return m.inMemory(callee, depth-1)
	}
	return catalog.InProcess(callee.Pkg.Pkg.Path())
}
