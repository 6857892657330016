package blockingunderlock

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A partner is what ends a wait: the other side of a channel, or the Done of a group. All
// is set if the wait ends only if each of them comes; for a group, a missing one is enough
// to block forever.
type partner struct {
	instrs []ssa.Instruction
	every  bool
	verb   string // what it does, for the message
	gives  string // key of the lock that is released during the wait
	gone   bool   // it is needed only where the other side has left
}

// blocks reports whether an instruction waits for another goroutine, for as long
// as it takes.
func blocks(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		return catalog.WaitGroupMethods[name] == "wait" || name == condWait
	}
	return false
}

const condWait = "(*sync.Cond).Wait"

// partnerOf returns what ends the wait of b, nil when that is not all in this
// package.
func partnerOf(p *check.Pass, model *lockset.Package, b lockuse.Blocking) *partner {
	flow := ssaflow.Of(p.Pass)
	switch instr := b.Instr.(type) {
	case *ssa.Send:
		if part := receivers(flow.Class(instr.Chan)); part != nil {
			return part
		}
		return removers(p, model, instr)
	case *ssa.UnOp:
		return senders(flow.Class(instr.X))
	case *ssa.Select:
		return cases(flow, instr)
	case *ssa.Call:
		if ssaflow.Callee(&instr.Call) == condWait {
			return signallers(model, instr)
		}
		return dones(model, instr)
	}
	return nil
}

// cases returns the partner of the cases of a select, nil if one of them may come without
// the lock.
func cases(flow *ssaflow.Flow, sel *ssa.Select) *partner {
	part := &partner{every: true, verb: "would unblock it"}
	for _, state := range sel.States {
		other := senders(flow.Class(state.Chan))
		if state.Dir == types.SendOnly {
			other = receivers(flow.Class(state.Chan))
		}
		if other == nil || len(other.instrs) == 0 {
			return nil
		}
		part.instrs = append(part.instrs, other.instrs...)
	}
	return part
}

// signallers returns the calls that signal a condition, and the lock that the wait
// releases, nil if that is not known.
func signallers(model *lockset.Package, wait *ssa.Call) *partner {
	cond := model.Place(wait.Call.Args[0])
	part := &partner{every: true, verb: "would wake it", gives: lockuse.CondLock(model, cond.Key)}
	if cond.Key == "" || part.gives == "" {
		return nil
	}
	for _, f := range model.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			name := ssaflow.Callee(call.Common())
			if (name == "(*sync.Cond).Signal" || name == "(*sync.Cond).Broadcast") && model.Place(call.Common().Args[0]).Key == cond.Key {
				part.instrs = append(part.instrs, instr)
			}
		}
	}
	return part
}

// receivers returns the receives from an unbuffered channel of this package.
func receivers(c *ssaflow.Class) *partner {
	if c == nil || c.Level() > ssaflow.Package {
		return nil
	}
	if size, ok := c.Capacity(); !ok || size > 0 {
		return nil // room, which may be all that is needed
	}
	return &partner{instrs: append(instrsOf(c.Receives), instrsOf(c.Ranges)...), every: true, verb: "receives"}
}

// senders returns the sends on a channel of this package, and its closes.
func senders(c *ssaflow.Class) *partner {
	if c == nil || c.Level() > ssaflow.ReceiveOnly {
		return nil
	}
	if _, ok := c.Capacity(); !ok {
		return nil // a timer's or a context's
	}
	return &partner{instrs: append(instrsOf(c.Sends), instrsOf(c.Closes)...), every: true, verb: "sends or closes"}
}

func instrsOf(ops []ssaflow.Op) []ssa.Instruction {
	var list []ssa.Instruction
	for _, op := range ops {
		list = append(list, op.Instr)
	}
	return list
}

// dones returns the calls of Done for the group of a Wait, and the goroutines
// that the group starts itself.
func dones(model *lockset.Package, wait *ssa.Call) *partner {
	group := model.Place(wait.Call.Args[0])
	part := &partner{verb: "calls Done"}
	for _, f := range model.Funcs {
		if joins(model, f, group, 1) {
			continue // nothing waits for what it takes before it counts itself
		}
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] != "done" {
				continue
			}
			pl := model.Place(call.Common().Args[0])
			if group.Key != "" && pl.Key == group.Key || pl.Path == group.Path {
				part.instrs = append(part.instrs, instr)
			}
		}
	}
	return part
}

// joins reports whether f adds to a group, itself or in a function that it calls.
func joins(model *lockset.Package, f *lockset.Func, group lockset.Place, depth int) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started {
			continue
		}
		if catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "add" {
			pl := model.Place(call.Common().Args[0])
			if pl.Path == group.Path || group.Key != "" && pl.Key == group.Key {
				return true
			}
		}
		if callee := model.Callee(call.Common()); callee != nil && depth > 0 && joins(model, callee, group, depth-1) {
			return true
		}
	}
	return false
}

// needs returns where the partner of a wait acquires the lock that is held during
// the wait, if it must.
func (part *partner) needs(model *lockset.Package, b lockuse.Blocking, hold lockset.Hold) (at token.Pos, other ssa.Instruction) {
	if hold.Key == part.gives {
		return token.NoPos, nil
	}
	for _, instr := range part.instrs {
		if instr.Parent() == b.Instr.Parent() {
			return token.NoPos, nil // one goroutine may be both sides
		}
		pos, ok := lockuse.Need(model, instr, hold)
		if !ok && part.every {
			return token.NoPos, nil
		}
		if ok && !at.IsValid() {
			at, other = pos, instr
		}
	}
	return at, other
}
