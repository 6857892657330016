package timernotstopped

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reach returns the functions of the package that the timer runs.
func (t *timer) reach() map[*ssa.Function]bool {
	set := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function, depth int)
	visit = func(fn *ssa.Function, depth int) {
		if set[fn] || depth == 0 {
			return
		}
		set[fn] = true
		for instr := range ssaflow.Instrs(fn) {
			switch call := instr.(type) {
			case *ssa.Call, *ssa.Defer:
				callees, _ := t.flow.Callees(call.(ssa.CallInstruction))
				for _, callee := range callees {
					visit(callee, depth-1)
				}
			}
		}
	}
	for _, body := range t.bodies {
		visit(body, 5)
	}
	return set
}

// rearmedIn returns where functions start the timer again.
func (t *timer) rearmedIn(reach map[*ssa.Function]bool) token.Pos {
	if reach[t.call.Parent()] {
		return t.call.Pos()
	}
	for _, reset := range t.resets {
		if reach[reset.Parent()] {
			return reset.Pos()
		}
	}
	return token.NoPos
}

// looksAt reports whether one of the functions looks at a flag. To stop the timer and to start it again is no look.
func (t *timer) looksAt(reach map[*ssa.Function]bool, flags map[*types.Var]bool) bool {
	for fn := range reach {
		for instr := range ssaflow.Instrs(fn) {
			if looks(instr, flags) && !t.onlyMoved(instr) {
				return true
			}
		}
	}
	return false
}

// onlyMoved reports whether an instruction reads the timer for a call of its methods.
func (t *timer) onlyMoved(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	return ok && t.from(load, 1) && !slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Call:
			name := ssaflow.Callee(&ref.Call)
			return name != "(*time.Timer).Reset" && name != "(*time.Timer).Stop"
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

// asked reports whether the result of a call of Stop is used: the caller knows then that the function runs.
func asked(stop *ssa.Call) bool {
	return slices.ContainsFunc(ssabuild.Referrers(stop), func(ref ssa.Instruction) bool { _, debug := ref.(*ssa.DebugRef); return !debug })
}

// works reports whether functions call anything but functions of their own package and what is [quiet].
func works(reach map[*ssa.Function]bool) bool {
	for fn := range reach {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			if callee := call.Call.StaticCallee(); callee == nil || callee.Pkg != fn.Pkg && !quiet(callee) {
				return true
			}
		}
	}
	return false
}
