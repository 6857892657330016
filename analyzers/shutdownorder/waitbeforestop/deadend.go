package waitbeforestop

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A deadEnd is a wait for a goroutine all of whose ends come after that wait.
type deadEnd struct {
	flow     *ssaflow.Flow
	site     ssa.Instruction // the wait, or the call of what waits
	start    ssaflow.Start
	stop     ssa.Instruction // after the site
	deferred bool            // all of them are deferred
}

// newDeadEnd returns the dead end that a wait is at site, nil if it may end.
func newDeadEnd(flow *ssaflow.Flow, wait, site ssa.Instruction, starts []ssaflow.Start) *deadEnd {
	for _, s := range starts {
		if !s.Complete || len(s.Bodies) != 1 || len(s.Bodies[0].Blocks) == 0 {
			continue
		}
		d := &deadEnd{flow: flow, site: site, start: s, deferred: true}
		if (d.begunBefore() || d.stopsToo()) && d.tells(wait) && !flow.Exits(d.stuck).Reachable(s.Bodies[0]) && d.stop != nil {
			return d
		}
	}
	return nil
}

// begunBefore reports whether the goroutine has been started whenever control gets to the
// wait.
func (d *deadEnd) begunBefore() bool {
	anchors, _ := d.anchors(d.start.Instr, 4)
	return slices.ContainsFunc(anchors, func(a ssa.Instruction) bool { return dominates(a, d.site) })
}

// stopsToo reports whether the wait is in a method that another function's goroutine is ended by:
//
//	func (s *S) Stop() { s.wg.Wait(); close(s.quit) }
//
// It waits for the goroutine if that has been started at all.
func (d *deadEnd) stopsToo() bool {
	fn := d.site.Parent()
	return fn.Signature.Recv() != nil && d.start.Instr.Parent() != fn
}

// tells reports whether the wait is for the end of the goroutine, signaled by a deferred
// Done or close, or by the group that has started it.
func (d *deadEnd) tells(wait ssa.Instruction) bool {
	switch key := waited(d.flow, wait).(type) {
	case *ssaflow.Class:
		ops := slices.Concat(key.Sends, key.Closes)
		return !key.Foreign && !key.OutSends && len(ops) > 0 && !slices.ContainsFunc(ops, func(op ssaflow.Op) bool {
			return !d.atItsEnd(op.Instr) && !d.behind(op.Instr)
		}) && slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return d.atItsEnd(op.Instr) })
	default:
		if d.start.Starter != "" {
			return d.same(d.start.Instr.Common(), key)
		}
		return d.done(d.start.Bodies[0], key)
	}
}

// atItsEnd reports whether instr is deferred by the goroutine, or by a literal that it
// defers.
func (d *deadEnd) atItsEnd(instr ssa.Instruction) bool {
	bodies, _ := d.start.Runs()
	if slices.Contains(bodies, instr.Parent()) {
		_, ok := instr.(*ssa.Defer)
		return ok
	}
	def := ssainstr.DeferOf(d.flow, instr)
	return def != nil && slices.Contains(bodies, def.Parent())
}

// done reports whether the goroutine calls Done of the group when it returns.
func (d *deadEnd) done(body *ssa.Function, group any) bool {
	bodies, _ := d.start.Runs()
	for _, fn := range bodies {
		for _, f := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
			for instr := range ssaflow.Instrs(f) {
				call, ok := instr.(ssa.CallInstruction)
				if ok && catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "done" && d.same(call.Common(), group) && d.atItsEnd(instr) {
					return true
				}
			}
		}
	}
	return false
}

// same reports whether the receiver of a call, in the goroutine or at its start, is the
// group.
func (d *deadEnd) same(call *ssa.CallCommon, group any) bool {
	key := ssainstr.Identity(call)
	bodies, args := d.start.Runs()
	for range 6 {
		if key == group {
			return true
		}
		switch v := key.(type) {
		case *ssa.FreeVar:
			mk := ssainstr.ClosureOf(v.Parent())
			i := slices.Index(v.Parent().FreeVars, v)
			if mk == nil || i < 0 {
				return false
			}
			key = mk.Bindings[i]
		case *ssa.Parameter:
			i := slices.Index(v.Parent().Params, v)
			if v.Parent() != bodies[len(bodies)-1] || i >= len(args) {
				return false
			}
			key = args[i]
		case *ssa.Alloc: // the variable of a captured parameter
			if key = ssaflow.OnlyStore(v); key == ssa.Value(nil) {
				return false
			}
		}
	}
	return key == group
}

// stuck reports whether all that makes a source fire comes after the wait.
func (d *deadEnd) stuck(src *ssaflow.Source) bool {
	if src.Open || len(src.Raises) == 0 || slices.ContainsFunc(src.Raises, func(op ssaflow.Op) bool { return !d.behind(op.Instr) }) {
		return false
	}
	return true
}

// behind reports whether an instruction runs only when control has passed the wait, and
// records where.
func (d *deadEnd) behind(instr ssa.Instruction) bool {
	anchors, complete := d.anchors(instr, 5)
	if !complete || len(anchors) == 0 {
		return false
	}
	for _, a := range anchors {
		_, deferred := a.(*ssa.Defer)
		if !deferred && !dominates(d.site, a) {
			return false
		}
		if d.stop == nil || !deferred {
			d.stop = a
		}
		d.deferred = d.deferred && deferred
	}
	return true
}

// anchors returns the instructions of the function that waits by which control gets to
// instr, and whether these are all.
func (d *deadEnd) anchors(instr ssa.Instruction, depth int) (list []ssa.Instruction, complete bool) {
	fn := instr.Parent()
	if fn == d.site.Parent() {
		return []ssa.Instruction{instr}, true
	}
	if depth == 0 {
		return nil, false
	}
	callers, complete := d.flow.Callers(fn)
	if len(callers) == 0 {
		return nil, false
	}
	for _, c := range callers {
		if _, starts := c.(*ssa.Go); starts {
			complete = false
			continue
		}
		above, all := d.anchors(c, depth-1)
		list, complete = append(list, above...), complete && all
	}
	return list, complete
}

// waitsAbove reports whether something waits before the dead end.
func (d *deadEnd) waitsAbove() bool {
	for instr := range ssaflow.Instrs(d.site.Parent()) {
		_, isSelect := instr.(*ssa.Select)
		if instr != d.site && ssainstr.Precedes(instr, d.site) && (isSelect || waited(d.flow, instr) != nil) {
			return true
		}
	}
	return false
}

// dominates reports whether control has been at a whenever it gets to b.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return ssainstr.Index(a) < ssainstr.Index(b)
	}
	return a.Block().Dominates(b.Block())
}
