package closebeforedrain

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A waitsFor asks whether something waits for a source to be through.
type waitsFor struct {
	flow   *ssaflow.Flow
	from   *source
	closed *ssaflow.Class
	may    ssa.Instruction // of which it is not known whether it does
}

func (w *waitsFor) doubts() []check.Doubt {
	if w.may == nil {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.MayWait, w.may.Pos())}
}

// above reports whether a function waits for the source before it gets to instr, or
// those that call it do before they do. A literal, such as that of a Once, does
// what the function around it does; a deferred one has all of it above itself.
func (w *waitsFor) above(instr ssa.Instruction, depth int) bool {
	fn, last := instr.Parent(), deferredOnly(instr)
	for above := range ssaflow.Instrs(fn) {
		if above == instr || !last && !ssainstr.Precedes(above, instr) || !w.waits(above, 3) {
			continue
		}
		if !last || w.onEachWay(above, 3) {
			return true
		}
	}
	if mk := ssainstr.ClosureOf(fn); mk != nil {
		return w.above(mk, depth)
	}
	callers, _ := w.flow.Callers(fn)
	return depth > 0 && slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
		_, starts := c.(*ssa.Go)
		return !starts && w.above(c, depth-1)
	})
}

// onEachWay reports whether a function that waits does so on each path to its end, or on
// each that has started the source; and, if it calls what waits, so does that.
func (w *waitsFor) onEachWay(wait ssa.Instruction, depth int) bool {
	fn, from := wait.Parent(), wait.Parent().Blocks[0]
	if start := w.from.start; start != nil && start.Parent() == fn {
		from = start.Block()
	}
	if skips(from, wait.Block(), make(map[*ssa.BasicBlock]bool)) {
		return false
	}
	call, ok := wait.(*ssa.Call)
	if !ok || depth == 0 || catalog.Joins[ssaflow.Callee(&call.Call)] {
		return true
	}
	fns, complete := w.flow.Callees(call)
	return !complete || slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			if w.waits(instr, depth-1) && w.onEachWay(instr, depth-1) {
				return true
			}
		}
		return false
	})
}

// skips reports whether control gets from a block to a return without passing another block.
func skips(from, past *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if from == past || seen[from] {
		return false
	}
	seen[from] = true
	if _, returns := from.Instrs[len(from.Instrs)-1].(*ssa.Return); returns {
		return true
	}
	return slices.ContainsFunc(from.Succs, func(next *ssa.BasicBlock) bool { return skips(next, past, seen) })
}

// waits reports whether an instruction waits for the source, or calls what does.
func (w *waitsFor) waits(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && w.tells(instr.X, instr)
	case *ssa.Select:
		return instr.Blocking && slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return w.tells(s.Chan, instr) })
	case *ssa.Next:
		return false
	case *ssa.Call:
		return w.call(instr, depth)
	}
	return false
}

// tells reports whether the source, or what calls it, sends on the channel or closes it. A
// channel that nothing known sends on or closes may be signaled by other code, except for
// the end of a context.
func (w *waitsFor) tells(ch ssa.Value, at ssa.Instruction) bool {
	c := w.flow.Class(ch)
	if c == nil {
		w.may = at
		return false
	}
	if c == w.closed {
		return false
	}
	raised := c.Closes
	if _, oneOf := at.(*ssa.Select); !oneOf || !ssaflow.Reaches(at.Block(), at.Block()) { // else it is a message
		raised = slices.Concat(c.Sends, c.Closes)
	}
	if len(c.Sends)+len(c.Closes) == 0 && !ended(c) {
		w.may = at
	}
	return slices.ContainsFunc(raised, func(op ssaflow.Op) bool { return w.runs(op.Fn()) })
}

// ended reports whether a channel is that of a context, or of a timer.
func ended(c *ssaflow.Class) bool {
	return len(c.Makes) > 0 && !slices.ContainsFunc(c.Makes, func(m ssa.Value) bool {
		_, isCall := m.(*ssa.Call)
		return !isCall
	})
}

// runs reports whether the source runs a function, or starts or waits for what does.
func (w *waitsFor) runs(fn *ssa.Function) bool {
	set := callersOf(w.flow, fn)
	if slices.ContainsFunc(w.from.bodies, func(body *ssa.Function) bool { return set[body] }) {
		return true
	}
	for instr := range ssaflow.Instrs(fn) { // go func() { wg.Wait(); close(done) }()
		if call, ok := instr.(*ssa.Call); ok && catalog.Joins[ssaflow.Callee(&call.Call)] && w.counted(&call.Call) {
			return true
		}
	}
	return false
}

func (w *waitsFor) call(call *ssa.Call, depth int) bool {
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return false
	}
	name := ssaflow.Callee(&call.Call)
	_, stops := catalog.ServerStops[name]
	switch {
	case stops:
		return w.from.handler != nil
	case catalog.Joins[name]:
		return w.counted(&call.Call)
	case catalog.Gates[name]:
		return true
	case catalog.OnceRunners[name] || catalog.Drains[name]:
		return false
	}
	if fns, complete := w.flow.Callees(call); complete {
		if depth == 0 {
			w.may = call
			return false
		}
		return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
			for instr := range ssaflow.Instrs(fn) {
				if w.waits(instr, depth-1) {
					return true
				}
			}
			return false
		})
	}
	if !serving.Harmless(&call.Call) && !isWrite(&call.Call) {
		w.may = call
	}
	return false
}

// isWrite reports whether a call is of a method that is named for writing something: it
// ends no other goroutine.
func isWrite(call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	return fn != nil && fn.Signature().Recv() != nil && catalog.WriteMethod(fn.Name())
}

// counted reports whether a group that is waited for counts the source: it starts it, or
// the source calls its Done.
func (w *waitsFor) counted(wait *ssa.CallCommon) bool {
	group := ssainstr.Identity(wait)
	if start, ok := w.from.start.(ssa.CallInstruction); ok && w.from.starter != "" {
		return ssainstr.Identity(start.Common()) == group
	}
	seen := make(map[*ssa.Function]bool)
	var done func(fn *ssa.Function) bool
	done = func(fn *ssa.Function) bool {
		if seen[fn] {
			return false
		}
		seen[fn] = true
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if _, starts := instr.(*ssa.Go); !ok || starts {
				continue
			}
			if catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "done" && ssainstr.Identity(call.Common()) == group {
				return true
			}
			if fns, _ := w.flow.Callees(call); slices.ContainsFunc(fns, done) {
				return true
			}
		}
		return slices.ContainsFunc(fn.AnonFuncs, done)
	}
	return slices.ContainsFunc(w.from.bodies, done)
}
