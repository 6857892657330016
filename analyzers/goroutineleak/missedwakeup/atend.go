package missedwakeup

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// atEnd returns the call of context.AfterFunc by which a function has the end of the context wake the waiters, and
// the wake-up, where it is not that call.
func (w *flagWait) atEnd(f *lockset.Func) (change, wake ssa.Instruction) {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || w.ends == nil || ssaflow.Callee(&call.Call) != "context.AfterFunc" || !w.ends(call.Call.Args[0]) {
			continue
		}
		run, ok := call.Call.Args[1].(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := run.Fn.(*ssa.Function)
		if method, _ := fn.Object().(*types.Func); method != nil && fn.Synthetic != "" {
			if catalog.CondMethods[method.FullName()] == "wake" && onField(run.Bindings[0]) == w.cond {
				return call, nil
			}
			continue
		}
		for _, literal := range f.Pkg.Funcs {
			if wake := w.wakeIn(literal, fn); wake != nil {
				return wake, wake
			}
		}
	}
	return nil, nil
}

// wakeIn returns the call by which a literal wakes the waiters without the lock. It runs in a goroutine of its own.
func (w *flagWait) wakeIn(f *lockset.Func, fn *ssa.Function) ssa.Instruction {
	if f.SSA != fn || w.acquired(f) {
		return nil
	}
	for instr := range ssaflow.Instrs(fn) {
		if w.wakes(instr) {
			return instr
		}
	}
	return nil
}
