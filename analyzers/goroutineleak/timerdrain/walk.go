package timerdrain

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reaches reports whether control gets from one instruction to another while the timer is not started
// again.
func (d *drain) reaches(from, to ssa.Instruction) bool {
	b := from.Block()
	i := slices.Index(b.Instrs, from)
	if done, found := d.scan(b.Instrs[i+1:], to); done {
		return found
	}
	seen := make(map[edge]bool)
	return d.any(b.Succs, b, to, seen)
}

// walk reports the same from the beginning of a block that is entered from another.
func (d *drain) walk(b, from *ssa.BasicBlock, to ssa.Instruction) bool {
	return d.visit(b, from, to, make(map[edge]bool))
}

// An edge leads from one block to another.
type edge struct{ from, to *ssa.BasicBlock }

func (d *drain) visit(b, from *ssa.BasicBlock, to ssa.Instruction, seen map[edge]bool) bool {
	if seen[edge{from, b}] {
		return false
	}
	seen[edge{from, b}] = true
	if done, found := d.scan(b.Instrs, to); done {
		return found
	}
	return d.any(taken(b, from), b, to, seen)
}

// any visits all of some blocks, for what it notes of them.
func (d *drain) any(blocks []*ssa.BasicBlock, from *ssa.BasicBlock, to ssa.Instruction, seen map[edge]bool) bool {
	found := false
	for _, b := range blocks {
		found = d.visit(b, from, to, seen) || found
	}
	return found
}

// taken returns the blocks that a block leads to when it is entered from another: a flag that is set on
// that path decides.
func taken(b, from *ssa.BasicBlock) []*ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	phi, ok := branch.Cond.(*ssa.Phi)
	if !ok || phi.Block() != b {
		return b.Succs
	}
	value, ok := phi.Edges[slices.Index(b.Preds, from)].(*ssa.Const)
	switch {
	case !ok || value.Value == nil || value.Value.Kind() != constant.Bool:
		return b.Succs
	case constant.BoolVal(value.Value):
		return b.Succs[:1]
	}
	return b.Succs[1:]
}

// scan looks for an instruction, up to one that may start the timer again.
func (d *drain) scan(instrs []ssa.Instruction, to ssa.Instruction) (done, found bool) {
	for _, instr := range instrs {
		if instr == to {
			return true, true
		}
		if d.starts(instr) {
			d.restarted = true
			return true, false
		}
	}
	return false, false
}

// starts reports whether an instruction may start the timer: its Reset, a store of another one, a call
// that is passed the timer or what holds it, or what makes the timer in each iteration of a loop.
func (d *drain) starts(instr ssa.Instruction) bool {
	load, loaded := d.timer.(*ssa.UnOp)
	if v, ok := instr.(ssa.Value); ok && v == d.timer && !loaded {
		return true
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		return loaded && d.samePlace(instr.Addr, load.X)
	case ssa.CallInstruction:
		call := instr.Common()
		name := ssaflow.Callee(call)
		if catalog.OneShotTimers.Stops[name] || catalog.OneShotTimers.Channels[name] {
			return false
		}
		if catalog.OneShotTimers.Starts[name] {
			return d.same(receiver(call))
		}
		return d.mayStart(call)
	}
	return false
}

// samePlace reports whether two addresses are of the same variable or field.
func (d *drain) samePlace(a, b ssa.Value) bool { return a == b || resource.Same(a, b) }

// mayStart reports whether a call is passed the timer, or runs a function of the package that starts timers.
func (d *drain) mayStart(call *ssa.CallCommon) bool {
	passed := slices.ContainsFunc(call.Args, d.same)
	fn := call.StaticCallee()
	switch {
	case fn != nil && len(fn.Blocks) > 0:
		return startsIn(fn, 3)
	case fn != nil || call.IsInvoke():
		return passed
	}
	_, builtin := call.Value.(*ssa.Builtin)
	return passed || !builtin && slices.ContainsFunc(d.fn.AnonFuncs, func(lit *ssa.Function) bool { return startsIn(lit, 3) })
}

// startsIn reports whether a function, or what it calls in the package, starts a timer.
func startsIn(fn *ssa.Function, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if name := ssaflow.Callee(call.Common()); catalog.OneShotTimers.Starts[name] || catalog.OneShotTimers.Makes[name] {
			return true
		}
		if callee := call.Common().StaticCallee(); callee != nil && depth > 0 && startsIn(callee, depth-1) {
			return true
		}
	}
	return false
}
