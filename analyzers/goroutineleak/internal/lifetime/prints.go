package lifetime

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// printsEachRound reports whether a loop of fn prints in each iteration: for each tick, or
// for each value that it receives. A log line is no output of the program.
func printsEachRound(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || !ssaflow.Reaches(call.Block(), call.Block()) || conditional(call.Block()) {
			continue
		}
		switch ssaflow.Callee(&call.Call) {
		case "fmt.Print", "fmt.Printf", "fmt.Println":
			return true
		}
	}
	return false
}

// conditional reports whether a condition of the loop around b decides whether b runs. Which case
// of a select is ready is no condition, and neither is the loop's own.
func conditional(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil && ssaflow.Reaches(b, d); d = d.Idom() {
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || isSelectCase(cond) || !ssaflow.Reaches(d.Succs[0], d) || !ssaflow.Reaches(d.Succs[1], d) {
			continue
		}
		for _, s := range d.Succs {
			if len(s.Preds) == 1 && s.Dominates(b) {
				return true
			}
		}
	}
	return false
}

func isSelectCase(cond *ssa.If) bool {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	_, _, ok = ssaflow.SelectCase(cmp)
	return ok
}
