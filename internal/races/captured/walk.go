package captured

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A walk follows an access to the function that declares the variable.
type walk struct {
	p    *lockset.Package
	of   *localOperand
	list []localOperand
	seen map[ssa.Instruction]bool
}

func (w *walk) up(frames []threads.Frame) {
	top := frames[len(frames)-1]
	if top.Obj == nil || len(frames) > threads.MaxFrames || len(w.list) >= threads.MaxThreads {
		return
	}
	param, isParam := top.Obj.(*ssa.Parameter)
	if !isParam && top.Obj.Parent() == top.F.SSA {
		w.arrived(frames)
		return
	}
	if isParam && param.Parent() != top.F.SSA {
		return // captured by the literal: the callers of the function around it are not followed
	}
	if mc := w.p.Closures[top.F.SSA]; mc != nil && !isParam && requests.Gets(top.F.SSA) && lockset.Handles(top.F.SSA) {
		c := w.of.capture
		c.at, c.start, c.served = mc, top.F, true
		w.list = append(w.list, localOperand{c, top.Obj})
		return
	}
	for _, s := range top.F.Sites {
		if s.Value {
			s = handedTo(w.p, top.F, s)
		}
		if s.Instr == nil || order.RanOnce(w.p, s.Instr) != nil || w.seen[s.Instr] || slices.ContainsFunc(frames, func(fr threads.Frame) bool { return fr.F == s.Caller }) {
			continue
		}
		w.seen[s.Instr] = true
		obj := w.argument(s, top)
		w.up(append(frames[:len(frames):len(frames)], threads.Frame{F: s.Caller, At: s.Instr, Obj: obj, Start: s.Start}))
	}
}

// handedTo returns the call that passes a literal to a function which calls or starts it:
// of that one's callers, the only one that does so.
func handedTo(p *lockset.Package, f *lockset.Func, s lockset.Site) lockset.Site {
	mc := p.Closures[f.SSA]
	if mc == nil {
		return lockset.Site{}
	}
	refs := slices.Clone(ssabuild.Referrers(mc))
	for _, ref := range refs {
		if change, ok := ref.(*ssa.ChangeType); ok {
			refs = append(refs, ssabuild.Referrers(change)...)
		}
	}
	for _, ref := range refs {
		if call, ok := ref.(ssa.CallInstruction); ok {
			return lockset.Site{Caller: p.ByFunc[mc.Parent()], Instr: call, Start: s.Start || s.Began != nil}
		}
	}
	return lockset.Site{}
}

// argument returns what a variable of the callee is in its caller.
func (w *walk) argument(s lockset.Site, top threads.Frame) ssa.Value {
	param, ok := top.Obj.(*ssa.Parameter)
	if !ok || param.Parent() != top.F.SSA {
		return top.Obj
	}
	call := s.Instr.Common()
	if begun := w.p.Begun(call); begun != nil {
		call = begun
	}
	_, args := w.p.Target(call)
	i := slices.Index(top.F.SSA.Params, param)
	if i < 0 || i >= len(args) {
		return nil
	}
	switch {
	case w.of.part == element:
		return localMap(w.p, args[i])
	case w.of.part == process:
		return w.p.Place(args[i]).Root
	case w.of.part == single:
		return heldLocal(w.p, args[i])
	}
	return localAddress(w.p, args[i])
}

// arrived notes the access in terms of the function that declares the variable.
func (w *walk) arrived(frames []threads.Frame) {
	c := w.of.capture
	top := frames[len(frames)-1]
	c.at = top.At
	for i := len(frames) - 1; i > 0; i-- {
		if !frames[i].Start {
			continue
		}
		if i < len(frames)-1 && !returnsBefore(w.p, frames[i]) {
			return // the function that starts the goroutine waits for it
		}
		c.start = frames[i-1].F
		c.waited = threads.WaitedIn(frames[:i])
		break
	}
	if _, deferred := c.at.(*ssa.Defer); deferred && c.start == nil {
		c.at = runDefers(c.at)
	}
	if c.at != nil {
		w.list = append(w.list, localOperand{c, top.Obj})
	}
}

// runDefers returns where a function runs what a statement defers, nil if it waits for goroutines
// there as well.
func runDefers(deferred ssa.Instruction) ssa.Instruction {
	var end ssa.Instruction
	for instr := range ssaflow.Instrs(deferred.Parent()) {
		switch instr := instr.(type) {
		case *ssa.RunDefers:
			if end == nil {
				end = instr
			}
		case *ssa.Defer:
			if instr != deferred {
				return nil
			}
		}
	}
	return end
}

// returnsBefore reports whether the function that starts a goroutine may return while it runs.
func returnsBefore(p *lockset.Package, fr threads.Frame) bool {
	for _, b := range fr.F.SSA.Blocks {
		if ret, ok := lockset.LastOf(b).(*ssa.Return); ok {
			if (&order.Search{P: p, From: fr.At, To: ret, Start: p.Callee(fr.At.(ssa.CallInstruction).Common())}).Open(false) {
				return true
			}
		}
	}
	return false
}
